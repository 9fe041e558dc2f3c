import type { State } from '../api/types.ts';
import { text } from '../json.ts';
import { Dialog } from '../view/Dialog.tsx';
import { Markdown } from '../view/Markdown.tsx';
import { Tree } from '../view/Tree.tsx';
import { ConnectForm } from './ConnectForm.tsx';
import { Keys } from './Keys.tsx';
import { LogLevel } from './LogLevel.tsx';

interface Props {
  state: State;
  onClose: () => void;
}

/** The server: what it says of itself, what was negotiated, and how to connect differently. */
export function ConnectionDialog({ state, onClose }: Props) {
  const { connection, target } = state;
  const { serverInfo, protocolVersion, era, instructions, capabilities, status, reason } = connection;
  const facts: [string, string | undefined][] = [
    ['Status', [status, reason].filter(Boolean).join(': ')],
    ['Server', [text(serverInfo?.name), text(serverInfo?.version)].filter(Boolean).join(' ')],
    ['Protocol', [protocolVersion, era].filter(Boolean).join(', ')],
    ['Target', target.url ?? target.command?.join(' ') ?? target.name],
    ['Website', text(serverInfo?.websiteUrl)],
  ];
  return (
    <Dialog title="Connection" onClose={onClose}>
      <dl className="facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {instructions && (
        <section>
          <h3>Instructions</h3>
          <Markdown>{instructions}</Markdown>
        </section>
      )}
      {capabilities && (
        <details open>
          <summary>Capabilities</summary>
          <Tree value={capabilities} label="Capabilities" />
        </details>
      )}
      <LogLevel />
      <Keys />
      <ConnectForm key={connection.number} state={state} />
    </Dialog>
  );
}
