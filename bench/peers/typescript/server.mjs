// The server that is measured, on the official TypeScript SDK: `http`, or standard input and output without arguments.
// `TOOLS=N` gives N tools in all.

import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const tools = Number(process.env.TOOLS ?? 3);

const Echo = z.object({ message: z.string() });
const Echoed = z.object({ result: z.string() });
const Summarize = z.object({ values: z.array(z.number()) });
const Summary = z.object({ count: z.number().int(), total: z.number() });

const Name = z.string().min(1).max(80);
const Order = z.strictObject({
    customer: Name,
    quantity: z.number().int().min(1).max(10_000),
    discount: z.number().min(0).max(1),
    express: z.boolean(),
    priority: z.enum(['low', 'normal', 'high']),
    address: z.strictObject({ street: Name, city: Name, zip: z.string() }),
    lines: z.array(z.strictObject({ sku: Name, count: z.number().int().min(1).max(65_535) })).max(100),
    labels: z.record(z.string(), z.string()),
    note: z.string().optional(),
    weight: z.number().int().min(0).max(100_000).optional(),
});
const Ship = z.object({ order: Order });
const Filler = z.object({ key: z.string(), limit: z.number().int().min(1).max(1000), verbose: z.boolean() });

function result(text, structuredContent) {
    return { content: [{ type: 'text', text }], structuredContent };
}

function echoed(text) {
    return result(text, { result: text });
}

function server() {
    const server = new McpServer({ name: 'bench-server', version: '0.1.0' });
    server.registerTool(
        'echo',
        { description: 'Returns the message.', inputSchema: Echo, outputSchema: Echoed },
        async ({ message }) => echoed(message),
    );
    server.registerTool(
        'summarize',
        { description: 'Counts and adds numbers.', inputSchema: Summarize, outputSchema: Summary },
        async ({ values }) => {
            const total = values.reduce((sum, value) => sum + value, 0);
            const summary = { count: values.length, total };
            return result(JSON.stringify(summary), summary);
        },
    );
    server.registerTool(
        'ship',
        { description: 'Ships an order.', inputSchema: Ship, outputSchema: Echoed },
        async ({ order }) => echoed(`${order.quantity} boxes for ${order.customer} in ${order.address.city}`),
    );
    for (let number = 3; number < tools; number += 1) {
        server.registerTool(
            `filler_${number}`,
            { description: 'Fills the list.', inputSchema: Filler, outputSchema: Echoed },
            async ({ key, limit, verbose }) => echoed(`${key} ${limit} ${verbose}`),
        );
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
