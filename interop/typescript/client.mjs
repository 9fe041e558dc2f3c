// Checks the bookshop server with the official TypeScript client, second generation.
//
// Modes: legacy (initialize), auto (discover, then fall back), 2026-07-28 (nothing else will do).
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { run } from './checks.mjs';

async function connect(mode, target) {
  const negotiation = mode === 'legacy' || mode === 'auto' ? mode : { pin: mode };
  const client = new Client(
    { name: 'ferramenta-interop', version: '1.0.0' },
    { versionNegotiation: { mode: negotiation } },
  );
  await client.connect(
    target.url
      ? new StreamableHTTPClientTransport(target.url)
      : new StdioClientTransport({ ...target, stderr: 'ignore' }),
  );
  return {
    version: () => client.getNegotiatedProtocolVersion(),
    listTools: async () => (await client.listTools()).tools,
    callTool: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

await run(connect);
