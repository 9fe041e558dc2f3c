import { type FormEvent, useMemo, useState } from 'react';
import type { JsonObject } from '../json.ts';
import { start } from '../live/call.ts';
import { useConnection, useLive } from '../live/context.ts';
import { href } from '../live/route.ts';
import { useStore } from '../live/store.ts';
import { useWorkbench } from '../live/workbench.ts';
import { expand, variables } from '../mcp/template.ts';
import type { ResourceTemplate } from '../mcp/types.ts';
import { CompletedFields } from '../view/CompletedFields.tsx';
import { Heading } from '../view/Heading.tsx';
import { ReadResult } from '../view/ReadResult.tsx';

/** One template: its variables, the URI that they make, and what stands there. */
export function TemplateView({ template }: { template: ResourceTemplate }) {
  const { uriTemplate } = template;
  const live = useLive();
  const connected = useConnection()?.status === 'connected';
  const workbench = useWorkbench();
  const calls = workbench.calls.of(`template ${uriTemplate}`);
  const call = useStore(calls);
  const texts = workbench.texts(`template ${uriTemplate}`);
  const values = useStore(texts);
  const [tried, setTried] = useState(false);
  const fields = useMemo(() => variables(uriTemplate).map((name) => ({ name })), [uriTemplate]);
  const reference = useMemo<JsonObject>(() => ({ type: 'ref/resource', uri: uriTemplate }), [uriTemplate]);
  const uri = expand(uriTemplate, values);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (connected) start(live, calls, 'resources/read', { uri });
  };

  return (
    <article className="single">
      <Heading
        of={{ name: uriTemplate, description: template.description }}
        title={template.title ?? template.name}
      />
      <form onSubmit={submit} noValidate data-call>
        <CompletedFields {...{ fields, values, reference, tried }} onChange={(after) => texts.set(after)} />
        <div className="actions">
          <button type="submit" className="primary" disabled={!connected}>
            Read
          </button>
          <a className="mono" href={href('resources', uri)} title="Open it as a resource, to subscribe to it">
            {uri}
          </a>
        </div>
      </form>
      <ReadResult call={call} />
    </article>
  );
}
