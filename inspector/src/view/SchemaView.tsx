import type { JsonObject } from '../json.ts';
import { Copy } from './Copy.tsx';
import { Tree } from './Tree.tsx';

/** A schema, folded away until somebody wants to see it. */
export function SchemaView({ title, schema }: { title: string; schema: JsonObject }) {
  return (
    <details className="schema">
      <summary>{title}</summary>
      <Copy label="Copy" text={() => JSON.stringify(schema, null, 2)} />
      <Tree value={schema} label={title} />
    </details>
  );
}
