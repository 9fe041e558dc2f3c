import { useId, useState } from 'react';
import type { JsonObject } from '../json.ts';
import { useCompletion } from '../live/completion.ts';
import type { PromptArgument } from '../mcp/types.ts';

interface Props {
  fields: PromptArgument[];
  values: Record<string, string>;
  /** The prompt or template that completes. */
  reference: JsonObject;
  /** Whether somebody has tried to send it. */
  tried: boolean;
  onChange: (values: Record<string, string>) => void;
}

/** Text fields that the server completes. */
export function CompletedFields({ fields, values, reference, tried, onChange }: Props) {
  return (
    <div className="fields">
      {fields.map((field) => {
        const { [field.name]: value = '', ...others } = values;
        const change = (after: string) =>
          onChange(after === '' ? others : { ...values, [field.name]: after });
        return (
          <CompletedField
            key={field.name}
            {...{ field, value, others, reference, tried }}
            onChange={change}
          />
        );
      })}
    </div>
  );
}

interface FieldProps {
  field: PromptArgument;
  value: string;
  others: Record<string, string>;
  reference: JsonObject;
  tried: boolean;
  onChange: (value: string) => void;
}

function CompletedField({ field, value, others, reference, tried, onChange }: FieldProps) {
  const id = useId();
  const [active, setActive] = useState(false);
  const missing = tried && field.required === true && value === '';
  return (
    <div className="field">
      <label htmlFor={id}>
        <span className={field.required ? 'field-name is-required' : 'field-name'}>{field.name}</span>
        {field.title && field.title !== field.name && <span className="field-title">{field.title}</span>}
      </label>
      {field.description && (
        <p className="field-description" id={`${id}-description`}>
          {field.description}
        </p>
      )}
      <input
        id={id}
        list={`${id}-list`}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-required={field.required || undefined}
        aria-invalid={missing || undefined}
        aria-describedby={
          [field.description ? `${id}-description` : '', missing ? `${id}-error` : ''].join(' ').trim() ||
          undefined
        }
        onFocus={() => setActive(true)}
        onChange={({ target }) => onChange(target.value)}
      />
      {active && <Suggestions id={`${id}-list`} name={field.name} {...{ reference, value, others }} />}
      {missing && (
        <p className="field-errors" id={`${id}-error`}>
          is required
        </p>
      )}
    </div>
  );
}

interface SuggestionsProps {
  id: string;
  name: string;
  reference: JsonObject;
  value: string;
  others: Record<string, string>;
}

function Suggestions({ id, name, reference, value, others }: SuggestionsProps) {
  const values = useCompletion(reference, name, value, others);
  return (
    <datalist id={id}>
      {values.map((each) => (
        <option key={each} value={each} />
      ))}
    </datalist>
  );
}
