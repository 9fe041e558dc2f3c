// What is live: progress, log messages, changes, cancellation and questions.
import { isDeepStrictEqual } from 'node:util';

const DEADLINE_MS = 10_000;
// How long one change may need until it is heard of; whoever has just opened a session may not listen yet.
const PATIENCE_MS = 1_000;

/** What the server sends by itself, and what it is answered. */
class Live {
  /** The reply to the next question. */
  reply;
  asked = [];
  heard = [];
  waiting = new Set();

  /** Answers a question, and keeps it; without a reply it is thought about until it is taken back. */
  answer({ message, url, requestedSchema }, signal) {
    this.asked.push([message, url ?? Object.keys(requestedSchema.properties)]);
    if (this.reply) return this.reply;
    this.note('asked');
    return new Promise((_, reject) => signal.addEventListener('abort', () => {
      this.note('taken back');
      reject(signal.reason);
    }));
  }

  /**
   * Notes something: `tools`, `resources`, `resource` with its URI, `log` with the message, `progress` with its
   * members, `completed` for a page, `asked` and `taken back` for a question without a reply.
   */
  note(kind, value) {
    this.heard.push([kind, value]);
    for (const look of this.waiting) look();
  }

  /** Takes note of progress, which the libraries hand to single calls. */
  see({ method, params }) {
    if (method !== 'notifications/progress') return;
    const { progress, total, message } = params;
    this.note('progress', [progress, total, message]);
  }

  of(kind) {
    return this.heard.filter(([other]) => other === kind).map(([, value]) => value);
  }

  /** True once it has come, false when the time is over. */
  wait(kind, value, limit = DEADLINE_MS) {
    return new Promise(resolve => {
      const end = told => {
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve(told);
      };
      const look = () => this.of(kind).some(other => isDeepStrictEqual(other, value)) && end(true);
      const timer = setTimeout(end, limit, false);
      this.waiting.add(look);
      look();
    });
  }
}

function texts(result) {
  return result.isError ? undefined : result.content.map(block => block.text);
}

async function textAt(client, uri) {
  return (await client.readResource(uri)).contents[0].text;
}

async function checkProgress(client, cases, live, report) {
  for (const { label, tool, arguments: args, reports, text } of cases) {
    const before = live.of('progress').length;
    const reported = [];
    const onprogress = ({ progress, total, message }) => reported.push([progress, total, message]);
    const result = await client.callTool(tool, args, { onprogress });
    const came = live.of('progress').slice(before);
    // the libraries lose reports that they read in one piece with the answer
    const heard = isDeepStrictEqual(reported, reports.slice(0, reported.length));
    report.check(`${label} reports progress`, heard && isDeepStrictEqual(came, reports), { reported, came });
    report.check(`${label} answers`, isDeepStrictEqual(texts(result), [text]), result);
  }
}

async function checkLog(client, { tool, arguments: args, messages }, live, report) {
  await client.callTool(tool, args);
  await live.wait('log', messages.at(-1));
  const logged = live.of('log');
  report.check('log messages of the level come, and no others', isDeepStrictEqual(logged, messages), logged);
}

async function checkToolChange(client, { tool, arguments: args, added, addedArguments, text }, live, report) {
  let told = false;
  for (let tries = DEADLINE_MS / PATIENCE_MS; !told && tries > 0; tries--) {
    await client.callTool(tool, args);
    told = await live.wait('tools', undefined, PATIENCE_MS);
  }
  report.check('it is told that tools have changed', told, live.heard);
  const listed = (await client.listTools()).map(tool => tool.name);
  report.check('the tool that was added is listed', listed.includes(added), listed);
  const result = await client.callTool(added, addedArguments);
  report.check('the tool that was added answers', isDeepStrictEqual(texts(result), [text]), result);
}

async function checkResourceChange(client, { tool, arguments: args, uri, added, text }, live, report) {
  await client.callTool(tool, args);
  const told = await live.wait('resource', uri);
  report.check('it is told that a resource has changed', told, live.heard);
  const read = await textAt(client, uri);
  report.check('the resource that has changed is read', read === text, read);
  const listTold = await live.wait('resources');
  report.check('it is told that there are other resources', listTold, live.heard);
  const listed = (await client.listResources()).map(resource => resource.uri);
  report.check('the resource that was added is listed', listed.includes(added), listed);
}

async function checkCancellation(client, { tool, uri, before, after }, live, report) {
  const untouched = await textAt(client, uri);
  report.check('nothing was cancelled before', untouched === before, untouched);
  const abort = new AbortController();
  const started = Promise.withResolvers();
  const call = client.callTool(tool, {}, { signal: abort.signal, onprogress: started.resolve });
  const ended = call.catch(error => error);
  await Promise.race([started.promise, ended]);
  abort.abort();
  const error = await ended;
  report.check('a cancelled call ends', error instanceof Error, error);
  const told = await live.wait('resource', uri);
  report.check('the server learns that a call was cancelled', told, live.heard);
  const counted = await textAt(client, uri);
  report.check('the handler was dropped once', counted === after, counted);
}

async function checkQuestions(client, cases, mode, live, report) {
  for (const { label, tool, arguments: args, message, asks, reply, text } of cases) {
    live.reply = reply;
    const result = await client.callTool(tool, args);
    const asked = live.asked.splice(0);
    report.check(`${label} is asked once`, isDeepStrictEqual(asked, [[message, asks]]), asked);
    report.check(`${label} is answered`, isDeepStrictEqual(texts(result), [text]), result);
  }
  // later versions have no word for it
  if (mode === 'legacy') report.check('it is told that a page is done', await live.wait('completed'), live.heard);
}

/** A call is cancelled while the user thinks about its question. */
async function checkTakenBack(client, { tool, arguments: args }, live, report) {
  live.reply = undefined;
  const abort = new AbortController();
  const ended = client.callTool(tool, args, { signal: abort.signal }).catch(error => error);
  await live.wait('asked');
  abort.abort();
  const error = await ended;
  report.check('a cancelled call that asks ends', error instanceof Error, error);
  report.check('the question of a cancelled call is taken back', await live.wait('taken back'), live.heard);
}

export async function checkLive(connect, cases, mode, target, report) {
  const live = new Live();
  const client = await connect(mode, target, live);
  const [spoken, wanted] = [client.version(), cases.versions[mode]];
  report.check(`speaks ${wanted}`, spoken === wanted, spoken);
  const tools = (await client.listTools()).map(tool => tool.name);
  report.check('lists the tools of all pages', isDeepStrictEqual(tools, cases.tools), tools);
  await client.setLevel(cases.log.level);
  await checkProgress(client, cases.progress, live, report);
  await checkLog(client, cases.log, live, report);
  await client.follow([cases.resourceChange.uri, cases.cancellation.uri]);
  await checkToolChange(client, cases.toolChange, live, report);
  await checkResourceChange(client, cases.resourceChange, live, report);
  await checkCancellation(client, cases.cancellation, live, report);
  await checkQuestions(client, cases.questions, mode, live, report);
  // later versions leave questions with the client
  if (mode === 'legacy') await checkTakenBack(client, cases.takenBack, live, report);
  await client.close();
}
