import { describe, expect, test } from 'vitest';
import type { MessageEvent, Target } from '../../src/api/types.ts';
import type { Json } from '../../src/json.ts';
import { canCallAgain, portable } from '../../src/log/again.ts';
import { readSession, sessionFile } from '../../src/log/file.ts';
import { callLine, curlLine, quoted } from '../../src/log/lines.ts';
import { ALL_KINDS, filtered, rowsOf } from '../../src/log/rows.ts';

let count = 0;
function message(direction: 'in' | 'out', body: Json, headers?: Record<string, string>): MessageEvent {
  count += 1;
  const http = headers ? { headers } : null;
  return {
    type: 'message',
    n: count,
    time: 1000 + count * 10,
    direction,
    bytes: 10,
    key: null,
    message: body,
    text: null,
    http,
  };
}

const call = {
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'search_books', arguments: { query: "it's" } },
};

describe('rows', () => {
  test('answers know their requests, both ways', () => {
    const rows = rowsOf([
      message('out', call),
      message('in', { id: 7, method: 'elicitation/create', params: {} }),
      message('out', { id: 7, result: {} }),
      message('in', { id: 7, result: { isError: true } }),
    ]);
    expect(rows.map(({ kind, method }) => [kind, method])).toEqual([
      ['request', 'tools/call'],
      ['request', 'elicitation/create'],
      ['response', 'elicitation/create'],
      ['error', 'tools/call'],
    ]);
    expect(rows[3]).toMatchObject({ subject: 'search_books', took: 30 });
  });

  test('say what they are about', () => {
    const about = (params: Json) =>
      rowsOf([message('in', { method: 'notifications/x', params })])[0]?.subject;
    expect(about({ level: 'info', data: 'ready' })).toBe('info: ready');
    expect(about({ progress: 2, total: 5 })).toBe('2 of 5');
    expect(about({ ref: { type: 'ref/prompt', name: 'greet' } })).toBe('greet');
  });

  test('what isn’t JSON-RPC is a row as well', () => {
    const broken: MessageEvent = { ...message('in', null), text: 'Segmentation fault' };
    expect(rowsOf([broken])[0]).toMatchObject({ kind: 'broken', subject: 'Segmentation fault' });
    expect(rowsOf([{ type: 'stderr', n: 1, time: 1, text: 'warn' }])[0]).toMatchObject({
      kind: 'stderr',
      bytes: 4,
    });
  });

  test('filters by kind, and by any text of the message', () => {
    const rows = rowsOf([
      message('out', call),
      message('in', { method: 'notifications/progress', params: { progress: 1 } }),
    ]);
    expect(filtered(rows, { wanted: "IT'S", kinds: new Set(ALL_KINDS) })).toHaveLength(1);
    expect(filtered(rows, { wanted: '', kinds: new Set(['notification'] as const) })).toHaveLength(1);
  });
});

describe('lines for a shell', () => {
  const http: Target = { kind: 'url', name: 'shop', command: null, url: 'http://127.0.0.1:8000/mcp' };
  const pipe: Target = { kind: 'command', name: 'shop', command: ['python', 'my server.py'], url: null };

  test('words are quoted when they have to be', () => {
    expect(quoted('a-b/c.d')).toBe('a-b/c.d');
    expect(quoted("it's")).toBe(`'it'\\''s'`);
    expect(quoted('')).toBe("''");
  });

  test('curl sends the same once more, without secrets', () => {
    const event = message('out', call, { 'mcp-method': 'tools/call', authorization: '…', 'x-tenant': '…' });
    expect(curlLine(event, 'http://127.0.0.1:8000/mcp')).toBe(
      [
        'curl -sS http://127.0.0.1:8000/mcp \\',
        "  -H 'content-type: application/json' \\",
        "  -H 'accept: application/json, text/event-stream' \\",
        "  -H 'mcp-method: tools/call' \\",
        '  -H "authorization: Bearer $TOKEN" \\',
        '  -H "x-tenant: $X_TENANT" \\',
        `  --data-raw ${quoted(JSON.stringify(call))}`,
      ].join('\n'),
    );
  });

  test('ferramenta call names the tool, the arguments and the server', () => {
    const value = `'query:="it'\\''s"'`;
    expect(callLine(message('out', call), http)).toBe(
      `ferramenta call http://127.0.0.1:8000/mcp search_books ${value}`,
    );
    expect(callLine(message('out', call), pipe)).toBe(
      `ferramenta call search_books ${value} -- python 'my server.py'`,
    );
    expect(callLine(message('out', { id: 1, method: 'tools/list' }), http)).toBeUndefined();
  });
});

describe('calling again', () => {
  test('what belongs to the connection is left out', () => {
    const _meta = {
      progressToken: 3,
      'io.modelcontextprotocol/protocolVersion': 'x',
      'io.modelcontextprotocol/logLevel': 'info',
    };
    expect(portable({ name: 'a', _meta, requestState: 's', inputResponses: {} })).toEqual({
      name: 'a',
      _meta: { 'io.modelcontextprotocol/logLevel': 'info' },
    });
    expect(portable({ name: 'a', _meta: { progressToken: 3 } })).toEqual({ name: 'a' });
  });

  test('only requests can be sent again, and none that opens a connection', () => {
    expect(canCallAgain(call)).toBe(true);
    expect(canCallAgain({ method: 'notifications/cancelled' })).toBe(false);
    expect(canCallAgain({ id: 1, method: 'initialize' })).toBe(false);
  });
});

describe('files of sessions', () => {
  test('come back as they were saved', () => {
    const events = [message('out', call)];
    const file = sessionFile(null, events, new Date(0));
    expect(readSession(JSON.stringify(file))).toEqual(file);
  });

  test.each([
    ['not JSON', 'x', /not JSON/],
    ['another file', '{}', /not a session/],
    ['a newer one', '{"format": "ferramenta-session", "version": 9}', /version 9/],
    ['one with a strange event', '{"format": "ferramenta-session", "version": 1, "events": [{}]}', /Event 1/],
  ])('%s is refused with a reason', (_what, content, reason) => {
    expect(() => readSession(content)).toThrow(reason);
  });
});
