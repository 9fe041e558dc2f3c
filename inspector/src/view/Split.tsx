import type { ReactNode } from 'react';
import { href, type Tab } from '../live/route.ts';

interface Props {
  tab: Tab;
  list: ReactNode;
  /** What is looked at; empty when nothing is. */
  item: string;
  children: ReactNode;
}

/** A list beside what was chosen from it; on a narrow screen one or the other. */
export function Split({ tab, list, item, children }: Props) {
  return (
    <div className={item === '' ? 'split' : 'split has-item'}>
      {list}
      <div className="detail">
        {item !== '' && (
          <a className="back" href={href(tab)} data-back>
            ← All {tab}
          </a>
        )}
        {children || <Nothing tab={tab} item={item} />}
      </div>
    </div>
  );
}

function Nothing({ tab, item }: { tab: Tab; item: string }) {
  if (item === '') return <p className="muted nothing">Choose from the list.</p>;
  return (
    <p className="muted nothing">
      The server has no <code>{item}</code> among its {tab}.
    </p>
  );
}
