import { useEffect, useState } from 'react';
import { type Call, isRunning } from '../live/call.ts';
import { useLive } from '../live/context.ts';
import { duration } from './format.ts';

/** A request under way: how far it is, what it says, and a button that ends it. */
export function Running({ call }: { call: Call }) {
  const live = useLive();
  if (!isRunning(call))
    return call.refused === '' ? null : (
      <p className="trouble" role="alert">
        {call.refused}
      </p>
    );
  const { progress } = call;
  return (
    <div className="running" role="status">
      <div className="toolbar">
        <span>
          {progress?.message || 'Waiting for the server'} <Elapsed since={call.startedAt} />
        </span>
        {/* when it has just ended there is nothing left to cancel */}
        <button type="button" onClick={() => live.cancel(call.key).catch(() => undefined)}>
          Cancel the call
        </button>
      </div>
      {progress?.total ? (
        <progress value={progress.progress} max={progress.total} aria-label="Progress" />
      ) : (
        <progress aria-label="Progress" />
      )}
      {progress && (
        <span className="muted">
          {progress.progress}
          {progress.total !== null && ` of ${progress.total}`}
        </span>
      )}
    </div>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return <span className="muted">{duration(Math.max(0, now - since))}</span>;
}

/** What the server wrote to the log for this request. */
export function Lines({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="lines" open>
      <summary>Log of this call ({lines.length})</summary>
      <pre className="plain">{lines.join('\n')}</pre>
    </details>
  );
}
