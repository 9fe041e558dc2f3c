// The server that is measured, on the official TypeScript SDK: `http`, or standard input and output without arguments.
// `TOOLS=N` gives N tools in all.

import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const tools = Number(process.env.TOOLS ?? 2);

const Echo = z.object({ message: z.string() });
const Echoed = z.object({ result: z.string() });
const Summarize = z.object({ values: z.array(z.number()) });
const Summary = z.object({ count: z.number().int(), total: z.number() });

function result(text, structuredContent) {
    return { content: [{ type: 'text', text }], structuredContent };
}

function server() {
    const server = new McpServer({ name: 'bench-server', version: '0.1.0' });
    const echo = async ({ message }) => result(message, { result: message });
    const description = 'Returns the message.';
    server.registerTool('echo', { description, inputSchema: Echo, outputSchema: Echoed }, echo);
    server.registerTool(
        'summarize',
        { description: 'Counts and adds numbers.', inputSchema: Summarize, outputSchema: Summary },
        async ({ values }) => {
            const total = values.reduce((sum, value) => sum + value, 0);
            const summary = { count: values.length, total };
            return result(JSON.stringify(summary), summary);
        },
    );
    for (let number = 1; number < tools - 1; number += 1) {
        server.registerTool(`filler_${number}`, { description, inputSchema: Echo }, echo);
    }
    return server;
}

if (process.argv[2] === 'http') {
    const http = createServer(toNodeHandler(createMcpHandler(server, { responseMode: 'json' })));
    http.listen(0, '127.0.0.1', () => {
        console.error(`listening on http://127.0.0.1:${http.address().port}/mcp`);
    });
    process.on('SIGTERM', () => process.exit(0));
} else {
    serveStdio(server);
}
