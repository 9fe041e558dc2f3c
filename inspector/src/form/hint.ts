import { isObject, type Json, type JsonObject } from '../json.ts';
import { DEFAULT } from './prepare.ts';
import { types } from './schema.ts';

const NAMES: Record<string, string> = {
  integer: 'whole number',
  boolean: '',
  object: '',
  array: '',
  string: '',
  null: '',
};

/** What a field takes, in a few words: `whole number, 1 to 50, default 10`. */
export function hint(schema: JsonObject): string {
  const [type = ''] = types(schema);
  const initial = schema[DEFAULT];
  const parts = [
    type === 'array' && isObject(schema.items) ? '' : (NAMES[type] ?? type),
    typeof schema.format === 'string' ? schema.format : '',
    range(schema),
    length(schema, type),
    defaulted(initial),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject): string {
  if (typeof minimum === 'number' && typeof maximum === 'number') return `${minimum} to ${maximum}`;
  const bounds = [
    typeof minimum === 'number' && `at least ${minimum}`,
    typeof exclusiveMinimum === 'number' && `more than ${exclusiveMinimum}`,
    typeof maximum === 'number' && `at most ${maximum}`,
    typeof exclusiveMaximum === 'number' && `less than ${exclusiveMaximum}`,
    typeof multipleOf === 'number' && multipleOf !== 1 && `a multiple of ${multipleOf}`,
  ];
  return bounds.filter((bound) => bound !== false).join(', ');
}

function length(schema: JsonObject, type: string): string {
  const [least, most, noun] =
    type === 'array'
      ? [schema.minItems, schema.maxItems, 'items']
      : [schema.minLength, schema.maxLength, 'characters'];
  if (typeof least === 'number' && typeof most === 'number') return `${least} to ${most} ${noun}`;
  if (typeof most === 'number') return `at most ${most} ${noun}`;
  return typeof least === 'number' && least > 1 ? `at least ${least} ${noun}` : '';
}

/** A default longer than this is seen in the field only. */
const LONGEST = 24;

function defaulted(initial: Json | undefined): string {
  const written = initial === undefined || typeof initial === 'object' ? '' : JSON.stringify(initial);
  return written === '' || written.length > LONGEST ? '' : `default ${written}`;
}
