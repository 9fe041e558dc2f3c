import { expect, test } from 'vitest';
import { ndjson } from '../../src/api/ndjson.ts';

function stream(...chunks: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
}

async function all(body: ReadableStream<Uint8Array>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const part of ndjson(body)) values.push(...part);
  return values;
}

test('lines are put together from pieces, and empty ones are signs of life', async () => {
  expect(await all(stream('{"a":', '1}\n\n{"b"', ':2}\n', '\n'))).toEqual([{ a: 1 }, { b: 2 }]);
});

test('characters that are cut in two stay whole', async () => {
  const bytes = new TextEncoder().encode('{"a":"è"}\n');
  expect(await all(stream(bytes.slice(0, 7), bytes.slice(7)))).toEqual([{ a: 'è' }]);
});
