// Checks a server with the official TypeScript SDK, first generation. It knows the legacy mode only.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitationCompleteNotificationSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { run } from './run.mjs';
import { tap } from './tap.mjs';

/** Notes the version that the client sets on its transport once the server has answered `initialize`. */
function noteVersion(transport) {
  let version;
  const set = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = value => {
    version = value;
    set?.(value);
  };
  return () => version;
}

/** The entries of all pages. */
async function listAll(listPage, entries) {
  const listed = [];
  let cursor;
  do {
    const page = await listPage({ cursor });
    listed.push(...page[entries]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return listed;
}

/** Hands on what the server sends by itself. */
function hearAll(client, live) {
  client.setRequestHandler(ElicitRequestSchema, (request, { signal }) => live.answer(request.params, signal));
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params: { level, data } }) =>
    live.note('log', { level, data }));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => live.note('tools'));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => live.note('resources'));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => live.note('resource', params.uri));
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, () => live.note('completed'));
}

async function connect(_mode, target, live) {
  const client = new Client(
    { name: 'ferramenta-interop', version: '1.0.0' },
    { capabilities: live ? { elicitation: { form: {}, url: {} } } : {} },
  );
  if (live) hearAll(client, live);
  const transport = target.url
    ? new StreamableHTTPClientTransport(target.url)
    : new StdioClientTransport({ ...target, stderr: 'ignore' });
  const version = noteVersion(transport);
  await client.connect(transport);
  if (live) tap(transport, message => live.see(message));
  return {
    version,
    listTools: () => listAll(page => client.listTools(page), 'tools'),
    listPrompts: async () => (await client.listPrompts()).prompts,
    listResources: () => listAll(page => client.listResources(page), 'resources'),
    listTemplates: async () => (await client.listResourceTemplates()).resourceTemplates,
    callTool: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
    setLevel: level => client.setLoggingLevel(level),
    follow: async uris => {
      for (const uri of uris) await client.subscribeResource({ uri });
    },
    getPrompt: (name, args) => client.getPrompt({ name, arguments: args }),
    readResource: uri => client.readResource({ uri }),
    complete: (ref, argument) => client.complete({ ref, argument }),
    close: () => client.close(),
  };
}

await run(connect);
