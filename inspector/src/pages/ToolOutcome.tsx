import type { JsonObject } from '../json.ts';
import type { Call } from '../live/call.ts';
import type { CallResult } from '../mcp/types.ts';
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
  return (
    <div className={isError ? 'blocks is-error' : 'blocks'}>
      <Structured value={structuredContent} schema={outputSchema} isError={isError} />
      {content.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one result never move
        <BlockView key={at} block={block} />
      ))}
      {content.length === 0 && structuredContent === undefined && (
        <p className="muted">The result is empty.</p>
      )}
    </div>
  );
}
