// Checks a server with the official TypeScript client, second generation.
//
// Modes: legacy (initialize), auto (discover, then fall back), 2026-07-28 (nothing else will do).
import { Client, ResourceNotFoundError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { run } from './run.mjs';
import { tap } from './tap.mjs';

const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

/** Notes the code of the last error that came through the transport of a connected client. */
function noteCode(transport) {
  let code;
  tap(transport, message => code = message.error?.code ?? code);
  return () => code;
}

/** Reads a resource. The client gives one code to all that isn't found, so the error gets the one that was sent. */
async function readResource(client, uri, sentCode) {
  try {
    return await client.readResource({ uri });
  } catch (error) {
    throw error instanceof ResourceNotFoundError ? Object.assign(error, { code: sentCode() }) : error;
  }
}

/** Hands on what the server sends by itself. */
function hearAll(client, live) {
  client.setRequestHandler('elicitation/create', (request, { mcpReq }) => live.answer(request.params, mcpReq.signal));
  client.setNotificationHandler('notifications/message', ({ params: { level, data } }) =>
    live.note('log', { level, data }));
  client.setNotificationHandler('notifications/tools/list_changed', () => live.note('tools'));
  client.setNotificationHandler('notifications/resources/list_changed', () => live.note('resources'));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => live.note('resource', params.uri));
  client.setNotificationHandler('notifications/elicitation/complete', () => live.note('completed'));
}

async function subscribe(client, mode, uris) {
  if (mode !== 'legacy') {
    return client.listen({ toolsListChanged: true, resourcesListChanged: true, resourceSubscriptions: uris });
  }
  for (const uri of uris) await client.subscribeResource({ uri });
}

async function connect(mode, target, live) {
  const negotiation = mode === 'legacy' || mode === 'auto' ? mode : { pin: mode };
  const client = new Client(
    { name: 'ferramenta-interop', version: '1.0.0' },
    { versionNegotiation: { mode: negotiation }, capabilities: live ? { elicitation: { form: {}, url: {} } } : {} },
  );
  if (live) hearAll(client, live);
  const transport = target.url
    ? new StreamableHTTPClientTransport(target.url)
    : new StdioClientTransport({ ...target, stderr: 'ignore' });
  await client.connect(transport);
  const sentCode = noteCode(transport);
  if (live) tap(transport, message => live.see(message));
  let _meta; // goes along with each call
  return {
    version: () => client.getNegotiatedProtocolVersion(),
    listTools: async () => (await client.listTools()).tools,
    listPrompts: async () => (await client.listPrompts()).prompts,
    listResources: async () => (await client.listResources()).resources,
    listTemplates: async () => (await client.listResourceTemplates()).resourceTemplates,
    callTool: (name, args, options) => client.callTool({ name, arguments: args, _meta }, options),
    setLevel: async level => mode === 'legacy' ? client.setLoggingLevel(level) : _meta = { [LOG_LEVEL]: level },
    follow: uris => subscribe(client, mode, uris),
    getPrompt: (name, args) => client.getPrompt({ name, arguments: args }),
    readResource: uri => readResource(client, uri, sentCode),
    complete: (ref, argument) => client.complete({ ref, argument }),
    close: () => client.close(),
  };
}

await run(connect);
