const KEYS = [
  ['/', 'searches'],
  ['↑ ↓', 'move in lists'],
  ['Alt 1 to 4', 'change the tab'],
  ['Ctrl ↵', 'sends the form'],
  ['Esc', 'leads back'],
] as const;

/** The keys of the page. */
export function Keys() {
  return (
    <details>
      <summary>Keys</summary>
      <dl className="facts">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
