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
