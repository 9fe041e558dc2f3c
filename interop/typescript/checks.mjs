// What every TypeScript client checks, whatever library it speaks through.
//
// A client is an object with these members: `version()`; `listTools()`, `listPrompts()`, `listResources()` and
// `listTemplates()`; `callTool(name, arguments)`, `getPrompt(name, arguments)`, `readResource(uri)` and, where it
// can, `complete(ref, argument)`; and `close()`. A refusal by the protocol is an error that carries its JSON-RPC code
// in `code`, unless the client says `tellsCodes: false`. One that says `sharesConnection: false` opens a connection
// for each request.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const TIME_LIMIT_MS = 90_000;

class Report {
  passed = 0;
  failed = 0;

  check(label, good, detail) {
    if (good) {
      this.passed++;
      console.log(`ok ${label}`);
    } else {
      this.failed++;
      console.log(`FAIL ${label} ${describe(detail)}`);
    }
  }

  close() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exit(this.failed ? 1 : 0);
  }
}

function describe(detail) {
  const text = detail instanceof Error ? `${detail.name} ${detail.code ?? ''} ${detail.message}` : JSON.stringify(detail);
  return String(text).replaceAll('\n', ' ').slice(0, 300);
}

/** True when both the text and the structured content are exactly the expected ones. */
function hasAnswer(result, text) {
  const blocks = result.content?.map(block => [block.type, block.text]);
  return !result.isError && isDeepStrictEqual(blocks, [['text', text]])
    && isDeepStrictEqual(result.structuredContent, { result: text });
}

async function checkSchema(client, wanted, report) {
  const tools = await client.listTools();
  const tool = tools.find(tool => tool.name === wanted.tool);
  report.check(`lists ${wanted.tool}`, tool !== undefined, tools.map(tool => tool.name));
  const schema = tool?.inputSchema;
  report.check('names the required arguments', isDeepStrictEqual(schema?.required, wanted.required), schema);
  const defaults = Object.entries(wanted.defaults);
  const published = defaults.every(([name, value]) => schema?.properties?.[name]?.default === value);
  report.check('publishes the defaults', published, schema);
}

async function checkCalls(client, calls, report) {
  for (const call of calls) {
    const result = await client.callTool(call.tool, call.arguments);
    report.check(call.label, hasAnswer(result, call.text), result);
  }
}

async function checkRefusals(client, refusals, report) {
  for (const refusal of refusals) {
    const result = await client.callTool(refusal.tool, refusal.arguments);
    const text = (result.content ?? []).map(block => block.text ?? '').join(' ');
    const explained = result.isError === true && refusal.mentions.every(word => text.includes(word));
    report.check(refusal.label, explained, result);
  }
}

async function checkUnknown(client, unknown, report) {
  const outcome = await client.callTool(unknown.tool, {}).catch(error => error);
  report.check(`an unknown tool is error ${unknown.code}`, isRefusal(client, outcome, unknown.code), outcome);
}

function isRefusal({ tellsCodes = true }, outcome, code) {
  return outcome instanceof Error && (!tellsCodes || outcome.code === code);
}

/** True when there are exactly the wanted entries, each with at least the wanted members. */
function hasEntries(listed, wanted) {
  const hasMembers = (entry, members) =>
    Object.entries(members).every(([name, value]) => isDeepStrictEqual(entry[name], value));
  return listed.length === wanted.length && wanted.every((members, i) => hasMembers(listed[i], members));
}

async function checkLists(client, wanted, report) {
  const lists = {
    prompts: await client.listPrompts(),
    resources: await client.listResources(),
    templates: await client.listTemplates(),
  };
  for (const [kind, listed] of Object.entries(lists)) {
    report.check(`lists the ${kind}`, hasEntries(listed, wanted[kind]), listed);
  }
}

async function checkPrompts(client, prompts, report) {
  for (const { label, prompt, arguments: args, text } of prompts) {
    const result = await client.getPrompt(prompt, args);
    const wanted = [{ role: 'user', content: { type: 'text', text } }];
    report.check(label, isDeepStrictEqual(result.messages, wanted), result);
  }
}

async function checkPromptRefusals(client, refusals, report) {
  for (const { label, prompt, arguments: args, code, mentions } of refusals) {
    const outcome = await client.getPrompt(prompt, args).catch(error => error);
    const explained = isRefusal(client, outcome, code) && mentions.every(word => outcome.message.includes(word));
    report.check(label, explained, outcome);
  }
}

async function checkReads(client, reads, report) {
  for (const { label, contents } of reads) {
    const result = await client.readResource(contents.uri);
    report.check(label, isDeepStrictEqual(result.contents, [contents]), result);
  }
}

async function checkMissing(client, uris, code, report) {
  for (const uri of uris) {
    const outcome = await client.readResource(uri).catch(error => error);
    report.check(`reading ${uri} is error ${code}`, isRefusal(client, outcome, code), outcome);
  }
}

async function checkCompletions(client, completions, report) {
  for (const { label, ref, argument, values } of completions) {
    const result = await client.complete(ref, argument);
    report.check(label, isDeepStrictEqual(result.completion.values, values), result);
  }
}

async function checkCrowd(client, crowd, report) {
  const queries = Array.from({ length: crowd.size }, (_, number) => `query ${number}`);
  const results = await Promise.all(queries.map(query => client.callTool(crowd.tool, { [crowd.argument]: query })));
  const wrong = results.filter((result, i) => !hasAnswer(result, crowd.text.replace('{}', queries[i])));
  report.check(`${crowd.size} calls at once get their own answers`, wrong.length === 0, wrong[0]);
}

async function checkAll(connect, cases, mode, target, report) {
  const client = await connect(mode, target);
  const wanted = cases.versions[mode];
  const spoken = client.version();
  report.check(`speaks ${wanted}`, spoken === wanted, spoken);
  await checkSchema(client, cases.schema, report);
  await checkCalls(client, cases.calls, report);
  await checkRefusals(client, cases.refusals, report);
  await checkUnknown(client, cases.unknown, report);
  await checkLists(client, cases.lists, report);
  await checkPrompts(client, cases.prompts, report);
  await checkPromptRefusals(client, cases.promptRefusals, report);
  await checkReads(client, cases.reads, report);
  await checkMissing(client, cases.missing.uris, cases.missing.codes[mode], report);
  if (client.complete) await checkCompletions(client, cases.completions, report);
  if (client.sharesConnection !== false) await checkCrowd(client, cases.crowd, report);
  await client.close();
}

/**
 * Runs all checks with `connect(mode, target)`, then ends the process.
 *
 * Command line: CASES MODE URL, or CASES MODE -- COMMAND [ARG...]. CASES is the file with the calls and the
 * expected answers that all clients share. The target is `{ url }` or `{ command, args }`.
 */
export async function run(connect) {
  const [casesFile, mode, ...rest] = process.argv.slice(2);
  if (rest.length === 0) {
    console.error('usage: CASES MODE URL | CASES MODE -- COMMAND [ARG...]');
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
    await checkAll(connect, cases, mode, target, report);
    report.check('closes without an error', true);
  } catch (error) {
    report.check('closes without an error', false, error);
  }
  report.close();
}
