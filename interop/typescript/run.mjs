// The command line that all TypeScript clients share.
//
// A client is an object with these members: `version()`; `listTools()`, `listPrompts()`, `listResources()` and
// `listTemplates()`; `callTool(name, arguments)`, `getPrompt(name, arguments)`, `readResource(uri)` and, where it
// can, `complete(ref, argument)`; and `close()`. A refusal by the protocol is an error that carries its JSON-RPC code
// in `code`, unless the client says `tellsCodes: false`. One that says `sharesConnection: false` opens a connection
// for each request.
//
// For what is live there is more: `callTool` takes `{ onprogress, signal }`, `setLevel(level)` says which log messages
// are wanted, and `follow(uris)` that these resources, and the lists of tools and resources, are. What comes goes to the `Live` that
// the client was made with.
import { readFileSync } from 'node:fs';
import { checkCallsAndOffers } from './calls.mjs';
import { checkLive } from './live.mjs';
import { Report } from './report.mjs';

const TIME_LIMIT_MS = 90_000;
const CHECKS = { calls: checkCallsAndOffers, live: checkLive };

/**
 * Runs checks with `connect(mode, target, live)`, then ends the process.
 *
 * Command line: calls|live CASES MODE URL, or calls|live CASES MODE -- COMMAND [ARG...]. CASES is the file with what
 * is sent and what has to come back, which all clients share. The target is `{ url }` or `{ command, args }`.
 */
export async function run(connect) {
  const [what, casesFile, mode, ...rest] = process.argv.slice(2);
  const checks = CHECKS[what];
  if (!checks || rest.length === 0) {
    console.error('usage: calls|live CASES MODE URL | calls|live CASES MODE -- COMMAND [ARG...]');
    process.exit(2);
  }
  const cases = JSON.parse(readFileSync(casesFile, 'utf8'));
  const target = rest[0] === '--' ? { command: rest[1], args: rest.slice(2) } : { url: new URL(rest[0]) };
  const report = new Report();
  setTimeout(() => {
    report.check('ends in time', false, `still busy after ${TIME_LIMIT_MS} ms`);
    report.close();
  }, TIME_LIMIT_MS);
  try {
    await checks(connect, cases, mode, target, report);
    report.check('closes without an error', true);
  } catch (error) {
    report.check('closes without an error', false, error);
  }
  report.close();
}
