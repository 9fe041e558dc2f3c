import { ADDITIONAL_PROPERTY_FLAG, type FieldTemplateProps } from '@rjsf/utils';
import type { JsonObject } from '../../json.ts';
import { types } from '../schema.ts';
import { Extra } from './Extra.tsx';
import { Hint } from './Hint.tsx';
import { Label } from './Label.tsx';

/** A field with its label above, its problems below. Objects and lists bring their own heading. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, rawDescription, schema, required, children, errors, hidden, fieldPathId } = props;
  if (hidden) return children;
  const name = String(fieldPathId.path.at(-1) ?? '');
  const isExtra = ADDITIONAL_PROPERTY_FLAG in schema;
  const isItem = typeof fieldPathId.path.at(-1) === 'number';
  const own = hasOwnHeading(schema as JsonObject, props.displayLabel);
  return (
    <div className={own ? 'field-group' : 'field'}>
      {!own && !isExtra && (
        <div className={isItem ? 'visually-hidden' : 'label-line'}>
          <label htmlFor={id}>
            <Label name={isItem ? label : name} title={isItem ? '' : label} required={required ?? false} />
          </label>
          <Hint id={id} schema={schema} />
        </div>
      )}
      {!own && !isItem && rawDescription && (
        <p id={`${id}__description`} className="field-description">
          {rawDescription}
        </p>
      )}
      {isExtra ? <Extra {...props}>{children}</Extra> : children}
      {errors}
    </div>
  );
}

function hasOwnHeading(schema: JsonObject, displayLabel?: boolean): boolean {
  const [type] = types(schema);
  if (type === 'object') return true;
  return type === 'array' && !displayLabel;
}
