/** What the built page weighs over the wire, and whether that is still sensible. */

import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const ASSETS = new URL('../../crates/ferramenta-inspector/assets/', import.meta.url);
const LIMIT = 350_000;

let total = 0;
for (const name of (await readdir(ASSETS)).sort()) {
  const content = await readFile(new URL(name, ASSETS));
  const packed = gzipSync(content, { level: 9 }).length;
  total += packed;
  console.log(
    `${name.padEnd(12)} ${String(content.length).padStart(7)} bytes, ${String(packed).padStart(7)} gzipped`,
  );
}
console.log(`${'all'.padEnd(12)} ${String(total).padStart(30)} gzipped, of at most ${LIMIT}`);
if (total > LIMIT) process.exitCode = 1;
