import { useId } from 'react';
import type { Problem } from '../form/check.ts';
import { type Draft, edited, parsed, typed } from '../form/draft.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { isObject, type JsonObject } from '../json.ts';
import { Boundary } from './Boundary.tsx';
import { Choice } from './Choice.tsx';
import { Problems } from './Problems.tsx';

interface Props {
  name: string;
  title: string;
  /** A prepared schema. */
  schema: JsonObject;
  draft: Draft;
  /** What is wrong with the value, once somebody has tried to send it. */
  problems: Problem[];
  onChange: (draft: Draft) => void;
}

/** Arguments as a form or as JSON: two views of one value. */
export function Arguments({ name, title, schema, draft, problems, onChange }: Props) {
  const invalid = draft.mode === 'json' ? parsed(draft.text).problem : undefined;
  const whole = problems.filter(({ path }) => path.length === 0);
  return (
    <div className="arguments">
      <div className="toolbar">
        <h3>{title}</h3>
        <Choice
          label="Write the arguments as"
          choices={[
            ['form', 'Form'],
            ['json', 'JSON'],
          ]}
          value={draft.mode}
          disabled={invalid !== undefined}
          onChange={(mode) => onChange({ ...draft, mode })}
        />
      </div>
      {draft.mode === 'json' ? (
        <JsonEditor draft={draft} invalid={invalid} problems={problems} onChange={onChange} />
      ) : (
        <>
          {isEmpty(schema) && <p className="muted">It takes no arguments.</p>}
          {whole.length > 0 && <Problems problems={whole} title="The arguments don’t fit:" />}
          <Boundary instead={(error) => <NoForm error={error} />}>
            <SchemaForm
              name={name}
              schema={schema}
              data={draft.data}
              problems={problems}
              onChange={(data) => onChange(edited(schema, draft, data))}
            />
          </Boundary>
        </>
      )}
    </div>
  );
}

function NoForm({ error }: { error: Error }) {
  return (
    <p className="trouble">The schema makes no form: {error.message} The arguments can be written as JSON.</p>
  );
}

function isEmpty(schema: JsonObject): boolean {
  const hasNone = isObject(schema.properties) && Object.keys(schema.properties).length === 0;
  return (
    hasNone && !schema.additionalProperties && !schema.anyOf && !schema.oneOf && !schema.$ref && !schema.allOf
  );
}

interface EditorProps extends Pick<Props, 'draft' | 'problems' | 'onChange'> {
  invalid: string | undefined;
}

function JsonEditor({ draft, invalid, problems, onChange }: EditorProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        Arguments as JSON
      </label>
      <textarea
        id={id}
        className="mono json-editor"
        rows={8}
        value={draft.text}
        spellCheck={false}
        aria-invalid={invalid !== undefined || undefined}
        aria-describedby={invalid ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(typed(draft, target.value))}
      />
      {invalid !== undefined && (
        <p id={`${id}-error`} className="field-errors">
          {invalid}
        </p>
      )}
      {invalid === undefined && problems.length > 0 && (
        <Problems problems={problems} title="The arguments don’t fit:" />
      )}
    </>
  );
}
