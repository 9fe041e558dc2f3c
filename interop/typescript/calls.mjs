// Calls, lists, prompts, resources and completions, whatever library they are sent through.
import { isDeepStrictEqual } from 'node:util';

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

export async function checkCallsAndOffers(connect, cases, mode, target, report) {
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
