export interface HeaderRow {
  name: string;
  value: string;
}

interface Props {
  /** What is written; null as long as nobody has changed anything. */
  rows: HeaderRow[] | null;
  /** The names of the headers that are set; their values stay with the binary. */
  set: string[];
  onChange: (rows: HeaderRow[]) => void;
}

/** Headers of one's own. What is written replaces what is set. */
export function HeaderRows({ rows, set, onChange }: Props) {
  const written = rows ?? [];
  const change = (at: number, part: Partial<HeaderRow>) =>
    onChange(written.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <fieldset>
      <legend>Headers</legend>
      {set.length > 0 && (
        <p className="muted">
          Set: {set.join(', ')}. {rows ? 'They will be replaced by these:' : ''}
        </p>
      )}
      {written.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that stays
        <div className="header-row" key={at}>
          <input
            aria-label={`Name of header ${at + 1}`}
            value={row.name}
            placeholder="X-Name"
            spellCheck={false}
            onChange={({ target }) => change(at, { name: target.value })}
          />
          <input
            aria-label={`Value of header ${at + 1}`}
            value={row.value}
            placeholder="value"
            spellCheck={false}
            onChange={({ target }) => change(at, { value: target.value })}
          />
          <button
            type="button"
            className="quiet"
            aria-label={`Remove header ${at + 1}`}
            onClick={() => onChange(written.filter((_, index) => index !== at))}
          >
            ×
          </button>
        </div>
      ))}
      <button type="button" className="add" onClick={() => onChange([...written, { name: '', value: '' }])}>
        Add a header
      </button>
    </fieldset>
  );
}
