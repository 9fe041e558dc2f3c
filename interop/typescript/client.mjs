// Checks the bookshop server with the official TypeScript client, second generation.
//
// Modes: legacy (initialize), auto (discover, then fall back), 2026-07-28 (nothing else will do).
import { Client, ResourceNotFoundError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { run } from './checks.mjs';

/** Notes the code of the last error that came through the transport of a connected client. */
function noteCode(transport) {
  let code;
  const receive = transport.onmessage;
  transport.onmessage = (message, ...rest) => {
    code = message.error?.code ?? code;
    receive(message, ...rest);
  };
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

async function connect(mode, target) {
  const negotiation = mode === 'legacy' || mode === 'auto' ? mode : { pin: mode };
  const client = new Client(
    { name: 'ferramenta-interop', version: '1.0.0' },
    { versionNegotiation: { mode: negotiation } },
  );
  const transport = target.url
    ? new StreamableHTTPClientTransport(target.url)
    : new StdioClientTransport({ ...target, stderr: 'ignore' });
  await client.connect(transport);
  const sentCode = noteCode(transport);
  return {
    version: () => client.getNegotiatedProtocolVersion(),
    listTools: async () => (await client.listTools()).tools,
    listPrompts: async () => (await client.listPrompts()).prompts,
    listResources: async () => (await client.listResources()).resources,
    listTemplates: async () => (await client.listResourceTemplates()).resourceTemplates,
    callTool: (name, args) => client.callTool({ name, arguments: args }),
    getPrompt: (name, args) => client.getPrompt({ name, arguments: args }),
    readResource: uri => readResource(client, uri, sentCode),
    complete: (ref, argument) => client.complete({ ref, argument }),
    close: () => client.close(),
  };
}

await run(connect);
