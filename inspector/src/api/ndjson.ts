import { parse } from '../json.ts';

/** Yields the values of a stream of newline-delimited JSON, as many at a time as have arrived. */
export async function* ndjson<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T[]> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      const values = lines.filter((line) => line.trim() !== '').map((line) => parse(line) as T);
      if (values.length > 0) yield values;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
