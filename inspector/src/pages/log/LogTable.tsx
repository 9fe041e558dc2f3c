import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Row } from '../../log/rows.ts';
import { clock, duration, size } from '../../view/format.ts';

interface Props {
  rows: Row[];
  chosen: number | null;
  onChoose: (n: number) => void;
}

/** Rows that are drawn before somebody asks for older ones. */
const DRAWN = 400;

/** The messages, newest last; it follows the newest as long as it is in sight. */
export function LogTable({ rows, chosen, onChoose }: Props) {
  const [drawn, setDrawn] = useState(DRAWN);
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const older = rows.length - drawn;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row is what makes it scroll
  useEffect(() => {
    if (follows.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [rows]);

  const watch = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = box.current ?? {};
    follows.current = scrollTop + clientHeight > scrollHeight - 40;
  };

  return (
    <div className="log-rows" ref={box} onScroll={watch} onKeyDown={move} role="group" aria-label="Messages">
      {older > 0 && (
        <button type="button" className="quiet" onClick={() => setDrawn(drawn + DRAWN * 4)}>
          {older} older messages
        </button>
      )}
      {rows.length === 0 && <p className="muted pad">No messages.</p>}
      <ol>
        {rows.slice(Math.max(0, older)).map((row) => (
          <li key={row.n}>
            <RowButton row={row} isChosen={row.n === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function RowButton({
  row,
  isChosen,
  onChoose,
}: {
  row: Row;
  isChosen: boolean;
  onChoose: (n: number) => void;
}) {
  const { n, time, direction, kind, method, subject, bytes, took } = row;
  return (
    <button
      type="button"
      className={`row kind-${kind}`}
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onChoose(n)}
    >
      <span className="row-time">{clock(time)}</span>
      <span
        className="row-arrow"
        role="img"
        aria-label={direction === 'out' ? 'to the server' : 'from the server'}
      >
        {direction === 'out' ? '→' : '←'}
      </span>
      <span className="row-kind">{kind}</span>
      <span className="row-what">
        <b>{method}</b> {subject}
      </span>
      <span className="row-took">{took === null ? '' : duration(took)}</span>
      <span className="row-size">{size(bytes)}</span>
    </button>
  );
}

function move(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('.row')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
  event.preventDefault();
}
