/** The binary's API (`crates/ferramenta-inspector/API.md`) over the fake server, for tests and for `npm run dev`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiEvent, MessageEvent, Question, State } from '../../src/api/types.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { answer } from './answers.ts';

export const TOKEN = 'token-of-the-fake';

type Body = Record<string, Json> & { key: string; id: string };

export class FakeInspector {
  state: State = {
    session: 'first',
    target: { kind: 'url', name: 'bookshop', command: null, url: 'http://127.0.0.1:8000/mcp' },
    build: { status: 'ok', output: '', seconds: 1.84 },
    connection: {
      status: 'connected',
      reason: null,
      asked: 'auto',
      era: 'modern',
      protocolVersion: '2026-07-28',
      serverInfo: { name: 'Bookshop', version: '0.1.0' },
      instructions: 'Search before you add: a book may be in the catalog already.',
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
      headers: [],
      bearer: false,
      number: 1,
    },
  };
  /** The bodies that the page has posted, by path. */
  readonly posted: { path: string; body: JsonObject }[] = [];
  hour = 18;
  readonly #streams = new Set<ServerResponse>();
  readonly #log: ApiEvent[] = [];
  readonly #running = new Map<string, AbortController>();
  readonly #questions = new Map<string, { question: Question; settle: (result: JsonObject) => void }>();
  #n = 0;

  /** Answers requests below `/api/`; false for others. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    if (!path.startsWith('/api/')) return false;
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      send(response, 401, {
        error: { code: 'token', message: 'The token is not the one of this inspector.' },
      });
    } else if (path === '/api/events') {
      this.#open(response);
    } else {
      const body = JSON.parse(await text(request)) as Body;
      this.posted.push({ path, body });
      await this.#post(path.slice('/api/'.length), body, response);
    }
    return true;
  }

  /** Changes the state, and tells the pages. */
  change(part: { build?: Partial<State['build']>; connection?: Partial<State['connection']> }): void {
    const { build, connection } = this.state;
    this.state = {
      ...this.state,
      build: { ...build, ...part.build },
      connection: { ...connection, ...part.connection },
    };
    this.#tell({ type: 'state', ...this.state });
  }

  notify(method: string, params: JsonObject, key: string | null = null): void {
    this.#message('in', key, { jsonrpc: '2.0', method, params });
    this.#tell({ type: 'notification', time: Date.now(), key, method, params });
  }

  /** Ends every stream, as a binary that is stopped does. */
  hangUp(): void {
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
  }

  ask(params: JsonObject, method = 'elicitation/create', key: string | null = null): Promise<JsonObject> {
    this.#n += 1;
    const id = `q${this.#n}`;
    const question: Question = {
      type: 'question',
      id,
      time: Date.now(),
      key,
      source: 'request',
      name: null,
      method,
      params,
    };
    this.#tell(question);
    return new Promise((settle) => this.#questions.set(id, { question, settle }));
  }

  #open(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    this.#streams.add(response);
    response.on('close', () => this.#streams.delete(response));
    const open = [...this.#questions.values()].map(({ question }) => question);
    const events: ApiEvent[] = [{ type: 'state', ...this.state }, ...this.#log, ...open, { type: 'live' }];
    for (const event of events) response.write(`${JSON.stringify(event)}\n`);
  }

  async #post(path: string, body: Body, response: ServerResponse): Promise<void> {
    if (path === 'request') return this.#request(body, response);
    if (path === 'cancel') this.#running.get(body.key)?.abort();
    if (path === 'answer') this.#answered(body.id, (body.result ?? body.error) as JsonObject);
    if (path === 'connect') this.#connect(body);
    send(response, 200, path === 'subscribe' ? { uris: body.uris ?? [] } : {});
  }

  async #request(body: Body, response: ServerResponse): Promise<void> {
    const { key, method, params = {} } = body;
    const id = ++this.#n;
    const started = performance.now();
    const controller = new AbortController();
    this.#running.set(key, controller);
    this.#message('out', key, { jsonrpc: '2.0', id, method: String(method), params });
    const ending = await answer(String(method), params as JsonObject, {
      signal: controller.signal,
      hour: this.hour,
      notify: (name, given) => this.notify(name, given, key),
      ask: (asked) => this.ask(asked, 'elicitation/create', key),
    });
    this.#running.delete(key);
    const { failure, ...message } = ending;
    const bytes = failure ? 0 : this.#message('in', key, { jsonrpc: '2.0', id, ...(message as JsonObject) });
    send(response, 200, { ...ending, milliseconds: performance.now() - started, bytes, rounds: 1 });
  }

  #answered(id: string, result: JsonObject): void {
    this.#questions.get(id)?.settle(result);
    this.#questions.delete(id);
    this.#tell({ type: 'answered', id, reason: 'answered' });
  }

  #connect({ era, headers, bearer }: Body): void {
    const { connection } = this.state;
    const asked = (era as State['connection']['asked'] | undefined) ?? connection.asked;
    this.change({
      connection: {
        asked,
        era: asked === 'legacy' ? 'legacy' : 'modern',
        protocolVersion: asked === 'legacy' ? '2025-11-25' : '2026-07-28',
        headers: headers ? Object.keys(headers) : connection.headers,
        bearer: bearer === undefined ? connection.bearer : bearer !== null,
        number: connection.number + 1,
      },
    });
  }

  #message(direction: 'in' | 'out', key: string | null, message: JsonObject): number {
    const bytes = JSON.stringify(message).length;
    const http =
      direction === 'out'
        ? {
            headers: {
              'content-type': 'application/json',
              'mcp-method': String(message.method),
              authorization: '…',
            },
          }
        : { status: 200 };
    const event: MessageEvent = {
      type: 'message',
      n: ++this.#n,
      time: Date.now(),
      direction,
      bytes,
      key,
      message,
      text: null,
      http,
    };
    this.#log.push(event);
    this.#tell(event);
    return bytes;
  }

  #tell(event: ApiEvent): void {
    for (const stream of this.#streams) stream.write(`${JSON.stringify(event)}\n`);
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
