import { useState } from 'react';
import type { MessageEvent } from '../../api/types.ts';
import { useLive } from '../../live/context.ts';
import { useStore } from '../../live/store.ts';
import { useWorkbench } from '../../live/workbench.ts';
import { callAgain, canCallAgain } from '../../log/again.ts';
import { callLine, curlLine } from '../../log/lines.ts';
import type { Row } from '../../log/rows.ts';
import { Copy } from '../../view/Copy.tsx';
import { clock, size } from '../../view/format.ts';
import { Tree } from '../../view/Tree.tsx';

interface Props {
  row: Row;
  onClose: () => void;
}

/** One message: all of it, and what can be done with it. */
export function MessageView({ row, onClose }: Props) {
  const { event, method, direction, time, bytes } = row;
  return (
    <section className="message-view" aria-label="Message">
      <div className="toolbar">
        <h2>{method}</h2>
        <button type="button" className="quiet push" onClick={onClose} aria-label="Close the message">
          ×
        </button>
      </div>
      <p className="muted">
        {direction === 'out' ? 'To the server' : 'From the server'}, {clock(time)}, {size(bytes)}
      </p>
      {event.type === 'stderr' ? (
        <pre className="plain">{event.text}</pre>
      ) : (
        <>
          <Actions event={event} request={row.request} />
          <Http event={event} />
          {event.message === null ? (
            <pre className="plain">{event.text}</pre>
          ) : (
            <Tree value={event.message} label="Message" />
          )}
        </>
      )}
    </section>
  );
}

function Actions({ event, request }: { event: MessageEvent; request: MessageEvent | null }) {
  const live = useLive();
  const workbench = useWorkbench();
  const target = useStore(live.state)?.target;
  const [trouble, setTrouble] = useState('');
  const sent = event.direction === 'out' ? event : request;
  const message = sent?.message;
  const url = target?.url ?? null;
  const call = sent && target ? callLine(sent, target) : undefined;
  const again = () => {
    if (!canCallAgain(message)) return;
    callAgain(live, workbench, message).catch((error: unknown) => setTrouble(String(error)));
  };
  return (
    <div className="toolbar">
      <Copy label="Copy JSON" text={() => JSON.stringify(event.message, null, 2)} />
      {sent && (
        <Copy
          label="Copy as curl"
          text={() => curlLine(sent, url ?? '')}
          unavailable={url === null ? 'curl speaks HTTP, and this server is on a pipe' : undefined}
        />
      )}
      {call !== undefined && <Copy label="Copy as ferramenta call" text={() => call} />}
      {canCallAgain(message) && (
        <button type="button" onClick={again}>
          Call again
        </button>
      )}
      {trouble !== '' && (
        <span className="trouble" role="alert">
          {trouble}
        </span>
      )}
    </div>
  );
}

function Http({ event: { http } }: { event: MessageEvent }) {
  if (!http) return null;
  const headers = Object.entries(http.headers ?? {});
  return (
    <dl className="facts">
      {typeof http.status === 'number' && (
        <div>
          <dt>HTTP status</dt>
          <dd>{http.status}</dd>
        </div>
      )}
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
