/** What the fake server does with a request. */

import type { McpError, NotificationEvent, Outcome } from '../../src/api/types.ts';
import { isObject, type JsonObject } from '../../src/json.ts';
import * as shop from './shop.ts';

/** What a request can do besides ending. */
export interface Doings {
  signal: AbortSignal;
  notify: (method: NotificationEvent['method'], params: JsonObject) => void;
  ask: (params: JsonObject) => Promise<JsonObject>;
  hour: number;
}

export type Ending = Pick<Outcome, 'result' | 'error' | 'failure'>;

export async function answer(method: string, params: JsonObject, doings: Doings): Promise<Ending> {
  if (method === 'tools/list') return page('tools', shop.TOOLS, params);
  if (method === 'resources/list') return page('resources', shop.RESOURCES, params);
  if (method === 'resources/templates/list') return page('resourceTemplates', shop.TEMPLATES, params);
  if (method === 'prompts/list') return page('prompts', shop.PROMPTS, params);
  if (method === 'prompts/get') return { result: shop.getPrompt(object(params.arguments)) };
  if (method === 'completion/complete') return { result: shop.complete(object(params.argument)) };
  if (method === 'resources/read') {
    const result = shop.read(String(params.uri), doings.hour);
    return result ? { result } : { error: unknown(`No resource has the URI ${params.uri}`) };
  }
  if (method === 'tools/call') return call(String(params.name), object(params.arguments), doings);
  return { error: { code: -32601, message: `Unknown method: ${method}` } };
}

async function call(name: string, args: JsonObject, doings: Doings): Promise<Ending> {
  if (!shop.TOOLS.some((tool) => tool.name === name)) return { error: unknown(`Unknown tool: ${name}`) };
  if (name === 'take_inventory') return inventory(doings);
  if (name === 'reserve') return reserve(doings);
  return { result: shop.callTool(name, args) };
}

/** Runs until it is cancelled; a test that waits for its end would wait forever. */
async function inventory({ signal, notify }: Doings): Promise<Ending> {
  notify('notifications/progress', { progressToken: 1, progress: 2, total: 5, message: 'Counting poetry' });
  notify('notifications/message', { level: 'info', logger: 'shelves', data: 'fiction is done' });
  await new Promise((done) => signal.addEventListener('abort', done));
  return { failure: { code: 'cancelled', message: 'The call was cancelled.' } };
}

async function reserve({ ask }: Doings): Promise<Ending> {
  const said = await ask({
    mode: 'form',
    message: 'For whom shall the book be kept?',
    requestedSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Your name', minLength: 2 },
        until: { type: 'string', format: 'date', title: 'Until' },
        days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue'] }, title: 'Days' },
        shelf: { type: 'string', enum: ['a', 'b'], enumNames: ['At the door', 'In the back'] },
      },
      required: ['name'],
    },
  });
  return { result: { content: [{ type: 'text', text: JSON.stringify(said) }] } };
}

/** Lists come in pages of five. */
function page(member: string, all: JsonObject[], { cursor }: JsonObject): Ending {
  const start = Number(cursor ?? 0);
  const result: JsonObject = { [member]: all.slice(start, start + 5) };
  if (start + 5 < all.length) result.nextCursor = String(start + 5);
  return { result };
}

function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function unknown(message: string): McpError {
  return { code: -32602, message };
}
