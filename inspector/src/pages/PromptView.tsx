import { type FormEvent, useMemo, useState } from 'react';
import type { JsonObject } from '../json.ts';
import { isRunning, start } from '../live/call.ts';
import { useConnection, useLive } from '../live/context.ts';
import { useStore } from '../live/store.ts';
import { useWorkbench } from '../live/workbench.ts';
import type { Prompt, PromptMessage } from '../mcp/types.ts';
import { CompletedFields } from '../view/CompletedFields.tsx';
import { Conversation } from '../view/Conversation.tsx';
import { Heading } from '../view/Heading.tsx';
import { OutcomeView } from '../view/Outcome.tsx';
import { Running } from '../view/Running.tsx';

/** One prompt: its arguments, and the messages that it makes of them. */
export function PromptView({ prompt }: { prompt: Prompt }) {
  const live = useLive();
  const connected = useConnection()?.status === 'connected';
  const workbench = useWorkbench();
  const calls = workbench.calls.of(`prompt ${prompt.name}`);
  const call = useStore(calls);
  const texts = workbench.texts(`prompt ${prompt.name}`);
  const values = useStore(texts);
  const [tried, setTried] = useState(false);
  const fields = prompt.arguments ?? [];
  const reference = useMemo<JsonObject>(() => ({ type: 'ref/prompt', name: prompt.name }), [prompt.name]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const isWhole = fields.every((field) => !field.required || values[field.name]);
    if (isWhole && connected) start(live, calls, 'prompts/get', { name: prompt.name, arguments: values });
  };

  return (
    <article className="bench">
      <div className="bench-input">
        <Heading of={prompt} title={prompt.title} />
        <form onSubmit={submit} noValidate data-call>
          <CompletedFields {...{ fields, values, reference, tried }} onChange={(after) => texts.set(after)} />
          {fields.length === 0 && <p className="muted">It takes no arguments.</p>}
          <div className="actions">
            <button type="submit" className="primary" disabled={isRunning(call) || !connected}>
              Get {prompt.name}
            </button>
          </div>
        </form>
      </div>
      <div className="bench-output">
        {!call && <p className="muted nothing">The messages stand here once it is asked for.</p>}
        {call && <Running call={call} />}
        {call?.outcome && (
          <OutcomeView key={call.key} outcome={call.outcome}>
            <Conversation messages={(call.outcome.result?.messages ?? []) as unknown as PromptMessage[]} />
          </OutcomeView>
        )}
      </div>
    </article>
  );
}
