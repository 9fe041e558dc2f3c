/**
 * A server of the newest version whose tools take what their schemas say, and that writes down what arrives.
 *
 * usage: node forms.mjs TOOLS RECEIVED: the file with the list of tools, and the file that lines are appended to
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , tools, received] = process.argv;
const KEPT = { ttlMs: 0, cacheScope: 'private' };

const ANSWERS = {
  'server/discover': () => ({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...KEPT }),
  'tools/list': () => ({ tools: JSON.parse(readFileSync(tools, 'utf8')), ...KEPT }),
  'tools/call': (line) => {
    appendFileSync(received, `${line}\n`);
    return { content: [{ type: 'text', text: 'It has arrived.' }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const answer = ANSWERS[method]?.(line);
  if (answer)
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...answer } }));
}
