import { type FormEvent, useId, useState } from 'react';
import { parsed } from '../form/draft.ts';
import { Dialog } from '../view/Dialog.tsx';
import { Tree } from '../view/Tree.tsx';
import { AskedBy } from './AskedBy.tsx';
import { REJECTED, useAnswering } from './answering.ts';
import type { AskProps } from './Questions.tsx';

/** A request that the page has no form for: it is answered in JSON. */
export function OtherQuestion({ question, waiting }: AskProps) {
  const { trouble, send } = useAnswering(question);
  const [written, setWritten] = useState('{}');
  const id = useId();
  const { value, problem } = parsed(written);
  const reject = () => send(REJECTED);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value) send({ result: value });
  };
  return (
    <Dialog title="The server asks" onClose={reject}>
      <Tree value={question.params} label="What it asks" />
      <form onSubmit={submit} noValidate data-call>
        <label htmlFor={id}>The result, as JSON</label>
        <textarea
          id={id}
          className="mono"
          rows={6}
          value={written}
          aria-invalid={problem !== undefined || undefined}
          onChange={({ target }) => setWritten(target.value)}
        />
        {problem !== undefined && <p className="field-errors">{problem}</p>}
        <div className="actions">
          <button type="submit" className="primary" disabled={!value}>
            Answer
          </button>
          <button type="button" onClick={reject}>
            Reject
          </button>
        </div>
      </form>
      <AskedBy question={question} waiting={waiting} trouble={trouble} />
    </Dialog>
  );
}
