/** Checks values against schemas and says what is wrong where. */

import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { referred } from './schema.ts';
import { words } from './words.ts';

export type Path = (string | number)[];

export interface Problem {
  path: Path;
  message: string;
}

const compiled = new WeakMap<object, Validator>();

/** A validator for the schema, made once. */
export function validator(schema: JsonObject): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  const draft = String(schema.$schema ?? '').includes('draft-07') ? '7' : '2020-12';
  const fresh = new Validator(JSON.parse(JSON.stringify(schema)) as Schema, draft, false);
  compiled.set(schema, fresh);
  return fresh;
}

/** Everything that the value breaks. A schema that can't be used is a problem of the whole. */
export function problems(schema: JsonObject, value: Json): Problem[] {
  const blank = unsendable(value, []);
  try {
    const { errors } = validator(schema).validate(JSON.parse(JSON.stringify(value)));
    const broken = errors.filter((error) => !isLocalTime(schema, value, error));
    const found = unions(broken).map((error) => problem(schema, value, error));
    // a blank item of a list reads as null once it is JSON: what is reported is that it is blank
    const real = found.filter(({ path }) => !blank.some((other) => isWithin(path, other.path)));
    return unique([...blank, ...real]);
  } catch (error) {
    const message = `The schema can’t be used: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
    return [{ path: [], message }];
  }
}

/** Blank items of lists, and integers that JavaScript rounds. */
function unsendable(value: unknown, path: Path): Problem[] {
  if (Array.isArray(value)) {
    return value.flatMap((part, at) => {
      const place = [...path, at];
      return part === undefined
        ? [{ path: place, message: 'fill it in, or remove it' }]
        : unsendable(part, place);
    });
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return [{ path, message: 'is too large for this page to hold exactly' }];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => unsendable(part, [...path, name]));
}

/** Is it a time without a zone? The format wants one, and servers that publish it mostly don't. */
function isLocalTime(schema: JsonObject, value: Json, error: OutputUnit): boolean {
  if (error.keyword !== 'format' || limitAt(schema, error.keywordLocation) !== 'time') return false;
  const written = steps(value, error.instanceLocation).reduce<unknown>(
    (part, step) => (part as Record<string, unknown>)[step],
    value,
  );
  return typeof written === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/.test(written);
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, at) => path[at] === step);
}

function unique(list: Problem[]): Problem[] {
  const seen = new Map(list.map((each) => [JSON.stringify(each), each]));
  return [...seen.values()];
}

/** Keywords that say only that something below them failed. */
const WRAPPERS = new Set(
  '$ref $recursiveRef properties patternProperties additionalProperties unevaluatedProperties propertyNames items prefixItems additionalItems unevaluatedItems allOf if dependentSchemas dependencies'.split(
    ' ',
  ),
);

/** The errors that matter: leaves, and of unions those of the alternative that was meant. */
function unions(errors: OutputUnit[]): OutputUnit[] {
  const result: OutputUnit[] = [];
  for (let at = 0; at < errors.length; at++) {
    const error = errors[at] as OutputUnit;
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      const inner = errors
        .slice(at + 1)
        .filter((other) => other.keywordLocation.startsWith(`${error.keywordLocation}/`));
      const meant = closest(error, inner);
      result.push(...(meant ? unions(meant) : [error]));
      at += inner.length;
    } else if (!WRAPPERS.has(error.keyword)) {
      result.push(error);
    }
  }
  return result;
}

/** The errors of the alternative whose shape fits; undefined where none does. */
function closest(union: OutputUnit, errors: OutputUnit[]): OutputUnit[] | undefined {
  const groups = new Map<string, OutputUnit[]>();
  for (const error of errors) {
    const branch = error.keywordLocation.slice(union.keywordLocation.length + 1).split('/')[0] ?? '';
    groups.set(branch, [...(groups.get(branch) ?? []), error]);
  }
  const shaped = [...groups.values()].filter((group) => !group.some((error) => isMisshapen(union, error)));
  shaped.sort((left, right) => left.length - right.length);
  return shaped[0];
}

function isMisshapen(union: OutputUnit, error: OutputUnit): boolean {
  const below = error.instanceLocation.slice(union.instanceLocation.length).split('/').length - 1;
  if (error.keyword === 'const') return below <= 1;
  return below === 0 && ['type', 'enum'].includes(error.keyword);
}

function problem(schema: JsonObject, value: Json, error: OutputUnit): Problem {
  const path = steps(value, error.instanceLocation);
  const missing = /required property "(.*)"\.$/.exec(error.error);
  if (error.keyword === 'required' && missing)
    return { path: [...path, missing[1] ?? ''], message: 'is required' };
  if (error.keyword === 'anyOf') return { path, message: 'must be one of the kinds that the schema allows' };
  if (error.keyword === 'oneOf')
    return { path, message: 'must be exactly one of the kinds that the schema allows' };
  return { path, message: words(error.keyword, limitAt(schema, error.keywordLocation)) ?? error.error };
}

function steps(value: Json, location: string): Path {
  let part: Json | undefined = value;
  const path: Path = [];
  for (const token of location.split('/').slice(1).map(plain)) {
    path.push(Array.isArray(part) ? Number(token) : token);
    part = Array.isArray(part) ? part[Number(token)] : isObject(part) ? part[token] : undefined;
  }
  return path;
}

function plain(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The value of the keyword that failed. */
function limitAt(root: JsonObject, location: string): Json | undefined {
  let part: Json | undefined = root;
  for (const token of location.split('/').slice(1).map(plain)) {
    if (Array.isArray(part)) part = part[Number(token)];
    else if (!isObject(part)) return undefined;
    else if (token === '$ref' && typeof part.$ref === 'string') part = referred(root, part.$ref);
    else part = part[token];
  }
  return part;
}

/** A path as people read it: `book.tags[2]`. */
export function pathText(path: Path): string {
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`))
    .join('');
}
