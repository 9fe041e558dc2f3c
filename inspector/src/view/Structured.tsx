import { useMemo } from 'react';
import { problems } from '../form/check.ts';
import type { Json, JsonObject } from '../json.ts';
import { Copy } from './Copy.tsx';
import { Problems } from './Problems.tsx';
import { Tree } from './Tree.tsx';

interface Props {
  value: Json | undefined;
  schema: JsonObject | undefined;
  isError: boolean;
}

/** The structured value of a result, and whether it is what the tool's output schema promises. */
export function Structured({ value, schema, isError }: Props) {
  const broken = useMemo(
    () => (schema && value !== undefined ? problems(schema, value) : []),
    [schema, value],
  );
  if (value === undefined) {
    if (!schema || isError) return null;
    return <p className="trouble">The tool has an output schema, and the result has no structured value.</p>;
  }
  return (
    <section className="block" aria-label="Structured value">
      <div className="toolbar">
        <h4>Structured value</h4>
        {schema && broken.length === 0 && <span className="badge good">matches the output schema</span>}
        <Copy label="Copy" text={() => JSON.stringify(value, null, 2)} />
      </div>
      {broken.length > 0 && <Problems problems={broken} title="It is not what the output schema says:" />}
      <Tree value={value} label="Structured value" />
    </section>
  );
}
