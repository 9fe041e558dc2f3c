import { useState } from 'react';

interface Props {
  label: string;
  text: () => string;
  /** Why there is nothing to copy. */
  unavailable?: string;
}

/** Copies a text and says that it has. */
export function Copy({ label, text, unavailable }: Props) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid('Copied');
    } catch {
      setSaid('The browser refused');
    }
    setTimeout(() => setSaid(''), 1_500);
  };
  return (
    <button
      type="button"
      className="quiet"
      onClick={copy}
      disabled={unavailable !== undefined}
      title={unavailable}
    >
      <span aria-live="polite">{said || label}</span>
    </button>
  );
}
