/** JSON values as they stand on the wire. */

export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface JsonObject {
  [name: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member as a string; undefined where it is something else. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}

/** Whether two values are the same JSON; the order of members doesn't matter, and `undefined` is absent. */
export function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => same(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => same(left[name], right[name]));
}

/** What engines have beyond the standard library's types: numbers as they were written. */
interface Exact {
  parse(
    text: string,
    reviver: (name: string, value: unknown, context?: { source?: string }) => unknown,
  ): unknown;
  rawJSON?: (source: string) => object;
  isRawJSON?: (value: unknown) => boolean;
}

const exactly = JSON as unknown as Exact;

/** Digits that may be an integer that JavaScript rounds. */
const LONG = /\d{16}/;

/** Parses JSON without rounding: integers beyond 2^53 stay as they are written, and are written so again. */
export function parse(text: string): unknown {
  if (!exactly.rawJSON || !LONG.test(text)) return JSON.parse(text);
  return exactly.parse(text, (_name, value, context) => {
    const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
    return isRounded && context?.source ? exactly.rawJSON?.(context.source) : value;
  });
}

/** How an integer beyond 2^53 is written; undefined for every other value. */
export function written(value: unknown): string | undefined {
  return exactly.isRawJSON?.(value) ? (value as { rawJSON: string }).rawJSON : undefined;
}
