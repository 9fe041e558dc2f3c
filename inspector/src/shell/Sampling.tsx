import { type FormEvent, useId, useState } from 'react';
import type { PromptMessage } from '../mcp/types.ts';
import { Conversation } from '../view/Conversation.tsx';
import { Dialog } from '../view/Dialog.tsx';
import { AskedBy } from './AskedBy.tsx';
import { REJECTED, useAnswering } from './answering.ts';
import type { AskProps } from './Questions.tsx';

/** The server wants a model's words: here a person writes them. */
export function Sampling({ question, waiting }: AskProps) {
  const { trouble, send } = useAnswering(question);
  const [words, setWords] = useState('');
  const id = useId();
  const { messages, systemPrompt, maxTokens } = question.params;
  const reject = () => send(REJECTED);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const content = { type: 'text', text: words };
    send({ result: { role: 'assistant', content, model: 'person', stopReason: 'endTurn' } });
  };

  return (
    <Dialog title="The server asks a model" onClose={reject}>
      {typeof systemPrompt === 'string' && <p className="muted plain">{systemPrompt}</p>}
      <Conversation messages={(Array.isArray(messages) ? messages : []) as unknown as PromptMessage[]} />
      <form onSubmit={submit} data-call>
        <label htmlFor={id}>Your answer, in the model’s place</label>
        <textarea id={id} rows={4} value={words} onChange={({ target }) => setWords(target.value)} />
        <div className="actions">
          <button type="submit" className="primary">
            Answer
          </button>
          <button type="button" onClick={reject}>
            Reject
          </button>
          <span className="muted">{maxTokens === undefined ? '' : `at most ${maxTokens} tokens`}</span>
        </div>
      </form>
      <AskedBy question={question} waiting={waiting} trouble={trouble} />
    </Dialog>
  );
}
