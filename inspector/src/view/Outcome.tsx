import { type ReactNode, useState } from 'react';
import type { Outcome } from '../api/types.ts';
import type { Json } from '../json.ts';
import { Choice } from './Choice.tsx';
import { Copy } from './Copy.tsx';
import { duration, size } from './format.ts';
import { Tree } from './Tree.tsx';

interface Props {
  outcome: Outcome;
  /** The result as it is meant to be seen. */
  children: ReactNode;
  /** The server answered, and says that it went wrong. */
  isError?: boolean;
}

/** How a request ended: its verdict, how long it took, how large it was, and what came. */
export function OutcomeView({ outcome, children, isError = false }: Props) {
  const [view, setView] = useState<'shown' | 'json'>('shown');
  const { result, error, milliseconds, bytes, rounds } = outcome;
  const answer = (error ?? result ?? null) as Json;
  return (
    <section className="outcome" aria-label="Result">
      <div className="toolbar">
        <Verdict outcome={outcome} isError={isError} />
        <span className="muted">
          {duration(milliseconds)} · {size(bytes)}
          {rounds > 1 && ` · asked ${rounds - 1}×`}
        </span>
        {answer !== null && (
          <span className="push">
            {result && (
              <Choice
                label="Show the result as"
                choices={[
                  ['shown', 'Result'],
                  ['json', 'JSON'],
                ]}
                value={view}
                onChange={setView}
              />
            )}
            <Copy label="Copy" text={() => JSON.stringify(answer, null, 2)} />
          </span>
        )}
      </div>
      <Trouble outcome={outcome} />
      {result && (view === 'json' ? <Tree value={result} label="The whole result" /> : children)}
    </section>
  );
}

function Verdict({ outcome: { error, failure }, isError }: { outcome: Outcome; isError: boolean }) {
  if (failure) return <strong className="badge warn">{failure.code}</strong>;
  if (error) return <strong className="badge bad">error {error.code}</strong>;
  return isError ? (
    <strong className="badge bad">tool error</strong>
  ) : (
    <strong className="badge good">ok</strong>
  );
}

function Trouble({ outcome: { error, failure } }: { outcome: Outcome }) {
  if (failure) return <p className="trouble">{failure.message}</p>;
  if (!error) return null;
  return (
    <div className="trouble">
      <p className="plain">{error.message}</p>
      {error.data !== undefined && error.data !== null && (
        <Tree value={error.data} label="Data of the error" />
      )}
    </div>
  );
}
