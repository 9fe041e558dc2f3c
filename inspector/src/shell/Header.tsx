import { useEffect } from 'react';
import type { State } from '../api/types.ts';
import { text } from '../json.ts';
import { href, TABS, type Tab } from '../live/route.ts';

interface Props {
  state: State;
  tab: Tab;
  counts: Record<Tab, number | null>;
  onOpen: () => void;
}

const NAMES: Record<Tab, string> = { tools: 'Tools', resources: 'Resources', prompts: 'Prompts', log: 'Log' };

/** Which server this is and how it goes, and the way to everything. */
export function Header({ state, tab, counts, onOpen }: Props) {
  const { connection, target, build } = state;
  const { status, serverInfo, protocolVersion, era } = connection;
  const name = text(serverInfo?.title) ?? text(serverInfo?.name) ?? target.name;
  useEffect(() => {
    document.title = `${name} – Ferramenta inspector`;
  }, [name]);
  return (
    <header className="top">
      <h1>{name}</h1>
      <nav className="tabs" aria-label="Parts of the server">
        {TABS.map((each) => (
          <a key={each} href={href(each)} aria-current={each === tab ? 'page' : undefined}>
            {NAMES[each]}
            {counts[each] !== null && <span className="count">{counts[each]}</span>}
          </a>
        ))}
      </nav>
      <span className={`push build is-${build.status}`}>{BUILDS[build.status](build.seconds)}</span>
      <button type="button" className="status" onClick={onOpen} aria-haspopup="dialog">
        <span className={`dot is-${status}`} aria-hidden="true" />
        <span className="status-text">
          {status}
          {status === 'connected' && (
            <span className="muted"> {[protocolVersion, era].filter(Boolean).join(' · ')}</span>
          )}
        </span>
      </button>
    </header>
  );
}

const BUILDS: Record<State['build']['status'], (seconds: number | null) => string> = {
  none: () => '',
  building: () => 'building…',
  ok: (seconds) => (seconds === null ? '' : `built in ${seconds.toFixed(1)} s`),
  failed: () => 'build failed',
};
