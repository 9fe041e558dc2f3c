import { type FormEvent, useMemo, useState } from 'react';
import { focusBroken } from '../form/broken.ts';
import { problems } from '../form/check.ts';
import { type Draft, newDraft } from '../form/draft.ts';
import { prepare, withSets } from '../form/prepare.ts';
import { type JsonObject, text } from '../json.ts';
import { Arguments } from '../view/Arguments.tsx';
import { Dialog } from '../view/Dialog.tsx';
import { AskedBy } from './AskedBy.tsx';
import { useAnswering } from './answering.ts';
import type { AskProps } from './Questions.tsx';

/** The server wants to know something: a form, and ways not to answer. */
export function Elicitation({ question, waiting, schema }: AskProps & { schema: JsonObject }) {
  const { trouble, accept, decline, cancel } = useAnswering(question);
  const prepared = useMemo(() => prepare(withSets(schema)), [schema]);
  const [draft, setDraft] = useState<Draft>(() => newDraft(prepared));
  const [tried, setTried] = useState(false);
  const found = tried ? problems(schema, draft.value) : [];

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (focusBroken(event.currentTarget)) return;
    setTried(true);
    if (problems(schema, draft.value).length === 0) accept(draft.value);
  };

  return (
    <Dialog title="The server asks" onClose={cancel}>
      <p className="question">{text(question.params.message)}</p>
      <form onSubmit={submit} noValidate data-call>
        <Arguments
          name={`question-${question.id}`}
          title="Answer"
          schema={prepared}
          draft={draft}
          problems={found}
          onChange={setDraft}
        />
        <div className="actions">
          <button type="submit" className="primary">
            Accept
          </button>
          <button type="button" onClick={decline}>
            Decline
          </button>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      </form>
      <AskedBy question={question} waiting={waiting} trouble={trouble} />
    </Dialog>
  );
}
