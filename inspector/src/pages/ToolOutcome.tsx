import { type Json, type JsonObject, same } from '../json.ts';
import type { Call } from '../live/call.ts';
import type { Block, CallResult } from '../mcp/types.ts';
import { BlockView } from '../view/BlockView.tsx';
import { OutcomeView } from '../view/Outcome.tsx';
import { Lines, Running } from '../view/Running.tsx';
import { Structured } from '../view/Structured.tsx';

interface Props {
  call: Call | null;
  outputSchema: JsonObject | undefined;
}

/** How a tool's call goes, and how it ended. */
export function ToolOutcome({ call, outputSchema }: Props) {
  if (!call) return <p className="muted nothing">The result stands here once it is called.</p>;
  const { outcome, lines } = call;
  return (
    <>
      <Running call={call} />
      <Lines lines={lines} />
      {outcome && (
        <OutcomeView key={call.key} outcome={outcome} isError={outcome.result?.isError === true}>
          {outcome.result && <Result result={outcome.result as CallResult} outputSchema={outputSchema} />}
        </OutcomeView>
      )}
    </>
  );
}

function Result({ result, outputSchema }: { result: CallResult; outputSchema: JsonObject | undefined }) {
  const { content = [], structuredContent, isError = false } = result;
  const blocks = content.filter((block) => !repeats(block, structuredContent));
  return (
    <div className={isError ? 'blocks is-error' : 'blocks'}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one result never move
        <BlockView key={at} block={block} />
      ))}
      <Structured value={structuredContent} schema={outputSchema} isError={isError} />
      {blocks.length < content.length && <p className="muted">The same stands beside it as text.</p>}
      {content.length === 0 && structuredContent === undefined && (
        <p className="muted">The result is empty.</p>
      )}
    </div>
  );
}

/** Whether a text is only the structured value once more, for clients that know no structured values. */
function repeats({ type, text }: Block, structured: Json | undefined): boolean {
  if (type !== 'text' || typeof text !== 'string' || structured === undefined || !/^\s*[[{]/.test(text))
    return false;
  try {
    return same(JSON.parse(text), structured);
  } catch {
    return false;
  }
}
