import type { Call } from '../live/call.ts';
import type { ResourceContents } from '../mcp/types.ts';
import { Contents } from './Contents.tsx';
import { OutcomeView } from './Outcome.tsx';
import { Running } from './Running.tsx';

/** What reading a resource brought. */
export function ReadResult({ call }: { call: Call | null }) {
  if (!call) return null;
  const contents = (call.outcome?.result?.contents ?? []) as unknown as ResourceContents[];
  return (
    <>
      <Running call={call} />
      {call.outcome && (
        <OutcomeView key={call.key} outcome={call.outcome}>
          {contents.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one answer never move
            <div key={at} className="block">
              {contents.length > 1 && <p className="mono muted">{part.uri}</p>}
              <Contents contents={part} />
            </div>
          ))}
          {contents.length === 0 && <p className="muted">The resource is empty.</p>}
        </OutcomeView>
      )}
    </>
  );
}
