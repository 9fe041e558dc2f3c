import type { WidgetProps } from '@rjsf/utils';
import type { JsonObject } from '../../json.ts';
import { hint } from '../hint.ts';

/** What every control says of itself to a screen reader. */
export function attributes({
  id,
  schema,
  rawErrors = [],
  required,
}: Pick<WidgetProps, 'id' | 'schema' | 'rawErrors' | 'required'>) {
  const invalid = rawErrors.length > 0;
  const described = [
    schema.description ? `${id}__description` : '',
    hint(schema as JsonObject) === '' ? '' : `${id}__hint`,
    invalid ? `${id}__error` : '',
  ].filter((part) => part !== '');
  return {
    id,
    'aria-required': required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': described.join(' ') || undefined,
  };
}
