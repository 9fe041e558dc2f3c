import { useState } from 'react';
import { size } from './format.ts';

const WIDTH = 16;
const STEP = 4_096;

/** Bytes as offset, hexadecimal and text. */
export function Hex({ bytes }: { bytes: Uint8Array }) {
  const [shown, setShown] = useState(STEP);
  const part = bytes.subarray(0, shown);
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <pre className="hex" tabIndex={0} role="group" aria-label="Bytes in hexadecimal">
        {hexLines(part).join('\n')}
      </pre>
      {shown < bytes.length && (
        <button type="button" className="quiet" onClick={() => setShown(shown * 4)}>
          Show more of {size(bytes.length)}
        </button>
      )}
    </div>
  );
}

/** Lines such as `00000000  66 65 72 72 …  |ferr…|`. */
export function hexLines(bytes: Uint8Array): string[] {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += WIDTH) {
    const row = [...bytes.subarray(offset, offset + WIDTH)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${hex.padEnd(WIDTH * 3 - 1)}  |${text}|`);
  }
  return lines;
}
