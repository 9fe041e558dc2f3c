// Checks the bookshop server with the official TypeScript SDK, first generation. It knows the legacy mode only.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { run } from './checks.mjs';

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

async function connect(_mode, target) {
  const client = new Client({ name: 'ferramenta-interop', version: '1.0.0' });
  const transport = target.url
    ? new StreamableHTTPClientTransport(target.url)
    : new StdioClientTransport({ ...target, stderr: 'ignore' });
  const version = noteVersion(transport);
  await client.connect(transport);
  return {
    version,
    listTools: async () => (await client.listTools()).tools,
    listPrompts: async () => (await client.listPrompts()).prompts,
    listResources: async () => (await client.listResources()).resources,
    listTemplates: async () => (await client.listResourceTemplates()).resourceTemplates,
    callTool: (name, args) => client.callTool({ name, arguments: args }),
    getPrompt: (name, args) => client.getPrompt({ name, arguments: args }),
    readResource: uri => client.readResource({ uri }),
    complete: (ref, argument) => client.complete({ ref, argument }),
    close: () => client.close(),
  };
}

await run(connect);
