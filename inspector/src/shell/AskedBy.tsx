import type { AskProps } from './Questions.tsx';

/** Where a question comes from, and what went wrong with answering it. */
export function AskedBy({
  question: { method, source, name },
  waiting,
  trouble,
}: AskProps & { trouble: string }) {
  const how =
    source === 'input_required'
      ? `part of an answer${name ? `, as ${name}` : ''}`
      : 'a request of the server';
  return (
    <>
      {trouble !== '' && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
      <p className="muted">
        <code>{method}</code>, {how}
        {waiting > 0 && ` · ${waiting} more waiting`}
      </p>
    </>
  );
}
