import { type FormEvent, useId, useState } from 'react';
import type { AskedEra, ConnectRequest, State } from '../api/types.ts';
import { useLive } from '../live/context.ts';
import { type HeaderRow, HeaderRows } from './HeaderRows.tsx';

const ERAS: [AskedEra, string][] = [
  ['auto', 'What the server knows'],
  ['modern', 'Modern: 2026-07-28'],
  ['legacy', 'Legacy: initialize'],
];

/** How to connect: the era, and for HTTP headers and a bearer token. */
export function ConnectForm({ state: { connection, target } }: { state: State }) {
  const live = useLive();
  const id = useId();
  const [era, setEra] = useState<AskedEra>(connection.asked);
  const [rows, setRows] = useState<HeaderRow[] | null>(null);
  const [bearer, setBearer] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const isHttp = target.kind === 'url';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted: ConnectRequest = { era };
    if (rows)
      wanted.headers = Object.fromEntries(
        rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
      );
    if (bearer !== null) wanted.bearer = bearer === '' ? null : bearer;
    live.connect(wanted).then(
      () => setSaid('Connecting anew.'),
      (error: unknown) => setSaid(error instanceof Error ? error.message : String(error)),
    );
  };

  return (
    <form className="connect" onSubmit={submit}>
      <fieldset>
        <legend>Era</legend>
        {ERAS.map(([value, name]) => (
          <label key={value} className="radio">
            <input type="radio" name={id} checked={era === value} onChange={() => setEra(value)} />
            {name}
          </label>
        ))}
      </fieldset>
      {isHttp ? (
        <>
          <HeaderRows rows={rows} set={connection.headers} onChange={setRows} />
          <label htmlFor={`${id}-bearer`}>Bearer token</label>
          <input
            id={`${id}-bearer`}
            type="password"
            autoComplete="off"
            value={bearer ?? ''}
            placeholder={connection.bearer && bearer === null ? 'set; type to replace it' : 'none'}
            onChange={({ target: input }) => setBearer(input.value)}
          />
          {connection.bearer && (
            <button type="button" className="quiet" onClick={() => setBearer('')}>
              Take the token away
            </button>
          )}
        </>
      ) : (
        <p className="muted">Headers and a bearer token go to servers that are reached by a URL.</p>
      )}
      <div className="actions">
        <button type="submit" className="primary">
          Connect anew
        </button>
        <span role="status" className="muted">
          {said || (bearer === '' && connection.bearer ? 'The token will be taken away.' : '')}
        </span>
      </div>
    </form>
  );
}
