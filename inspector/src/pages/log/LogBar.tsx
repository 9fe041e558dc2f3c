import { type ChangeEvent, useId, useRef, useState } from 'react';
import type { LogEvent } from '../../api/types.ts';
import { useLive } from '../../live/context.ts';
import { download, readSession, type SessionFile, sessionFile } from '../../log/file.ts';
import { ALL_KINDS, type Filter, type Kind } from '../../log/rows.ts';

interface Props {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  events: LogEvent[];
  count: number;
  loaded: SessionFile | null;
  onLoad: (file: SessionFile | null) => void;
  onClear: () => void;
}

const NAMES: Record<Kind, string> = {
  request: 'requests',
  response: 'results',
  error: 'errors',
  notification: 'notifications',
  stderr: 'stderr',
  broken: 'unreadable',
};

/** What the log shows, and where it comes from and goes to. */
export function LogBar({ filter, onFilter, events, count, loaded, onLoad, onClear }: Props) {
  const live = useLive();
  const id = useId();
  const toggle = (kind: Kind) => {
    const kinds = new Set(filter.kinds);
    if (!kinds.delete(kind)) kinds.add(kind);
    onFilter({ ...filter, kinds });
  };
  return (
    <div className="log-bar">
      <div className="toolbar">
        <label htmlFor={id} className="visually-hidden">
          Filter messages
        </label>
        <input
          id={id}
          type="search"
          data-search
          placeholder="Filter by any text"
          value={filter.wanted}
          spellCheck={false}
          onChange={({ target }) => onFilter({ ...filter, wanted: target.value })}
        />
        <span className="muted" role="status">
          {count === events.length ? `${count} messages` : `${count} of ${events.length}`}
        </span>
        <span className="push">
          <button
            type="button"
            className="quiet"
            onClick={() => download(sessionFile(live.state.get(), events, new Date()))}
          >
            Save
          </button>
          <LoadButton onLoad={onLoad} />
          {!loaded && (
            <button type="button" className="quiet" onClick={onClear}>
              Clear
            </button>
          )}
        </span>
      </div>
      <div className="toolbar kinds" role="group" aria-label="Kinds of messages">
        {ALL_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="chip"
            aria-pressed={filter.kinds.has(kind)}
            onClick={() => toggle(kind)}
          >
            {NAMES[kind]}
          </button>
        ))}
      </div>
      {loaded && (
        <p className="note">
          A saved session of {loaded.target || 'a server'}, {new Date(loaded.saved).toLocaleString()}.{' '}
          <button type="button" onClick={() => onLoad(null)}>
            Back to the live log
          </button>
        </p>
      )}
    </div>
  );
}

function LoadButton({ onLoad }: Pick<Props, 'onLoad'>) {
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState('');
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    try {
      onLoad(readSession(await file.text()));
      setTrouble('');
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
    target.value = '';
  };
  return (
    <>
      <button type="button" className="quiet" onClick={() => input.current?.click()}>
        Load
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={read}
        aria-label="Session file"
      />
      {trouble !== '' && (
        <span className="trouble" role="alert">
          {trouble}
        </span>
      )}
    </>
  );
}
