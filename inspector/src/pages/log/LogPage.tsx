import { useDeferredValue, useMemo, useState } from 'react';
import { useLive } from '../../live/context.ts';
import { useStore } from '../../live/store.ts';
import type { SessionFile } from '../../log/file.ts';
import { ALL_KINDS, type Filter, filtered, rowsOf } from '../../log/rows.ts';
import { LogBar } from './LogBar.tsx';
import { LogTable } from './LogTable.tsx';
import { MessageView } from './MessageView.tsx';

/** Every message both ways, live or from a file. */
export function LogPage() {
  const live = useLive();
  const events = useStore(live.log);
  const [loaded, setLoaded] = useState<SessionFile | null>(null);
  const [filter, setFilter] = useState<Filter>({ wanted: '', kinds: new Set(ALL_KINDS) });
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = loaded?.events ?? events;
  const deferred = useDeferredValue(filter);
  const rows = useMemo(() => rowsOf(shown), [shown]);
  const found = useMemo(() => filtered(rows, deferred), [rows, deferred]);
  const row = rows.find((each) => each.n === chosen);

  const load = (file: SessionFile | null) => {
    setLoaded(file);
    setChosen(null);
  };

  return (
    <div className={row ? 'log has-item' : 'log'}>
      <div className="log-list">
        <LogBar
          filter={filter}
          onFilter={setFilter}
          events={shown}
          count={found.length}
          loaded={loaded}
          onLoad={load}
          onClear={() => live.clearLog()}
        />
        <LogTable rows={found} chosen={chosen} onChoose={setChosen} />
      </div>
      {row && <MessageView key={row.n} row={row} onClose={() => setChosen(null)} />}
    </div>
  );
}
