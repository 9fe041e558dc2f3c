import type { RJSFSchema } from '@rjsf/utils';
import type { JsonObject } from '../../json.ts';
import { hint } from '../hint.ts';

/** What a field takes, at the end of its label's line. */
export function Hint({ id, schema }: { id: string; schema: RJSFSchema }) {
  const takes = hint(schema as JsonObject);
  if (takes === '') return null;
  return (
    <span id={`${id}__hint`} className="field-hint">
      {takes}
    </span>
  );
}
