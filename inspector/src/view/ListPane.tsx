import { type KeyboardEvent, memo, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import type { Tab } from '../live/route.ts';
import { href } from '../live/route.ts';

export interface Entry {
  /** What the address names it by. */
  key: string;
  name: string;
  title: string;
  detail: string;
  group?: string;
}

interface Props {
  tab: Tab;
  noun: string;
  /** The same list as long as nothing in it changes: a thousand rows are drawn again for a new one. */
  entries: Entry[];
  chosen: string;
  loaded: boolean;
  trouble: string;
}

/** A list with a search; arrows move through it, Enter opens. */
export function ListPane({ tab, noun, entries, chosen, loaded, trouble }: Props) {
  const [wanted, setWanted] = useState('');
  const pane = useRef<HTMLElement>(null);
  const searchId = useId();
  const needle = useDeferredValue(wanted.trim().toLowerCase());
  const found = useMemo(() => entries.filter((entry) => matches(entry, needle)), [entries, needle]);
  return (
    <nav className="list-pane" aria-label={noun} ref={pane} onKeyDown={(event) => move(event, pane.current)}>
      <div className="search">
        <label htmlFor={searchId} className="visually-hidden">
          Search {noun}
        </label>
        <input
          id={searchId}
          type="search"
          data-search
          placeholder={`Search ${noun}`}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
          spellCheck={false}
        />
      </div>
      {trouble !== '' && <p className="trouble">{trouble}</p>}
      {loaded && found.length === 0 && trouble === '' && (
        <p className="muted pad">
          {entries.length === 0 ? `The server has no ${noun}.` : `No ${noun} match.`}
        </p>
      )}
      <Groups tab={tab} entries={found} chosen={chosen} />
    </nav>
  );
}

function matches({ name, title, detail }: Entry, needle: string): boolean {
  return `${name} ${title} ${detail}`.toLowerCase().includes(needle);
}

const Groups = memo(({ tab, entries, chosen }: Pick<Props, 'tab' | 'entries' | 'chosen'>) => {
  const groups = [...Map.groupBy(entries, ({ group }) => group ?? '')];
  return groups.map(([group, members]) => (
    <div key={group}>
      {group !== '' && <h2 className="group">{group}</h2>}
      <ul className="entries">
        {members.map((entry) => (
          <Row key={entry.key} tab={tab} entry={entry} isChosen={entry.key === chosen} />
        ))}
      </ul>
    </div>
  ));
});

const Row = memo(({ tab, entry, isChosen }: { tab: Tab; entry: Entry; isChosen: boolean }) => {
  const { key, name, detail } = entry;
  const title = entry.title === name ? '' : entry.title;
  const lines = [name, title, detail].filter((line) => line !== '').length;
  return (
    <li className={`lines-${lines}`}>
      <a href={href(tab, key)} aria-current={isChosen ? 'true' : undefined}>
        <span className="entry-name">{name}</span>
        {title !== '' && <span className="entry-title">{title}</span>}
        {detail !== '' && <span className="entry-detail">{detail}</span>}
      </a>
    </li>
  );
});

function move(event: KeyboardEvent, pane: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !pane) return;
  const stops = [...pane.querySelectorAll<HTMLElement>('[data-search], .entries a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
  event.preventDefault();
}

/** The first line of a description, without what Markdown adds to it. */
export function firstLine(description: string): string {
  return (description.split('\n')[0] ?? '').replaceAll(/\*\*|`/g, '');
}
