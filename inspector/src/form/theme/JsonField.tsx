import type { FieldProps } from '@rjsf/utils';
import { useState } from 'react';
import { parse, pretty } from '../../json.ts';
import { BROKEN } from '../broken.ts';
import { attributes } from './attributes.ts';

/** Any JSON, for members whose schema doesn't say more. */
export function JsonField({ fieldPathId, formData, onChange, schema, required, rawErrors }: FieldProps) {
  const [text, setText] = useState(formData === undefined ? '' : pretty(formData));
  const [problem, setProblem] = useState('');
  const change = (after: string) => {
    setText(after);
    const { value, problem: found } = read(after);
    setProblem(found);
    if (found === '') onChange(value, fieldPathId.path);
  };
  const errors = problem === '' ? (rawErrors ?? []) : [problem];
  return (
    <>
      <textarea
        {...attributes({ id: fieldPathId.$id, schema, required, rawErrors: errors })}
        {...(problem === '' ? {} : { [BROKEN]: true })}
        className="mono"
        rows={1}
        value={text}
        placeholder='any JSON, such as "text", 1 or {}'
        spellCheck={false}
        onChange={({ target }) => change(target.value)}
      />
      {problem !== '' && (
        <ul className="field-errors" id={`${fieldPathId.$id}__error`}>
          <li>{problem}</li>
        </ul>
      )}
    </>
  );
}

function read(text: string): { value?: unknown; problem: string } {
  if (text.trim() === '') return { problem: '' };
  try {
    return { value: parse(text), problem: '' };
  } catch {
    return { problem: 'must be JSON; text stands in double quotes' };
  }
}
