import { type FormEvent, useRef } from 'react';
import { focusBroken } from '../form/broken.ts';
import { isObject, type JsonObject } from '../json.ts';
import { useBench } from '../live/bench.ts';
import { isRunning, start } from '../live/call.ts';
import { useConnection, useLive } from '../live/context.ts';
import { useStore } from '../live/store.ts';
import { useWorkbench } from '../live/workbench.ts';
import { badges } from '../mcp/badges.ts';
import type { Tool } from '../mcp/types.ts';
import { Arguments } from '../view/Arguments.tsx';
import { Heading } from '../view/Heading.tsx';
import { ProblemCount } from '../view/Problems.tsx';
import { SchemaView } from '../view/SchemaView.tsx';
import { ToolOutcome } from './ToolOutcome.tsx';

/** What stands for the schema that a server forgot. */
const NO_SCHEMA: JsonObject = { type: 'object' };

/** One tool: what it says of itself, its arguments, and how its last call ended. */
export function ToolView({ tool: given }: { tool: Tool }) {
  const tool = isObject(given.inputSchema) ? given : { ...given, inputSchema: NO_SCHEMA };
  const live = useLive();
  const connected = useConnection()?.status === 'connected';
  const calls = useWorkbench().calls.of(`tool ${tool.name}`);
  const call = useStore(calls);
  const bench = useBench(`tool ${tool.name}`, tool.inputSchema);
  const form = useRef<HTMLFormElement>(null);
  const running = isRunning(call);

  const send = (args: JsonObject | undefined) => {
    if (args && !running && connected) start(live, calls, 'tools/call', { name: tool.name, arguments: args });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (focusBroken(form.current)) return;
    const args = bench.take();
    if (!args) requestAnimationFrame(() => focusProblem(form.current));
    send(args);
  };

  return (
    <article className="bench">
      <div className="bench-input">
        <Heading of={tool} title={tool.title ?? tool.annotations?.title} badges={badges(tool)} />
        <form ref={form} onSubmit={submit} noValidate data-call>
          <Arguments
            name="args"
            title="Arguments"
            schema={bench.prepared}
            draft={bench.draft}
            problems={bench.found}
            onChange={bench.change}
          />
          <div className="actions">
            <button type="submit" className="primary" disabled={running || !connected}>
              Call {tool.name}
            </button>
            <kbd title="Control and Enter call from any field">Ctrl ↵</kbd>
            {bench.found.length > 0 && (
              <button
                type="button"
                className="quiet"
                disabled={running || !connected}
                onClick={() => focusBroken(form.current) || send(bench.force())}
              >
                Send it all the same
              </button>
            )}
          </div>
          {bench.draft.mode === 'form' && <ProblemCount problems={bench.found} />}
        </form>
        <SchemaView title="Input schema" schema={tool.inputSchema} />
        {tool.outputSchema && <SchemaView title="Output schema" schema={tool.outputSchema} />}
      </div>
      <div className="bench-output">
        <ToolOutcome call={call} outputSchema={tool.outputSchema} />
      </div>
    </article>
  );
}

function focusProblem(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
