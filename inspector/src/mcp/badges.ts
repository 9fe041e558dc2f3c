import { isObject, type Json } from '../json.ts';
import type { Tool } from './types.ts';

export interface Badge {
  text: string;
  meaning: string;
  tone: 'plain' | 'good' | 'warn';
}

/** What a tool's annotations promise, and which scopes it names. Hints that aren't given say nothing. */
export function badges(tool: Tool): Badge[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations ?? {};
  const known: (Badge | false)[] = [
    readOnlyHint === true && badge('read-only', 'It changes nothing (readOnlyHint).', 'good'),
    readOnlyHint === false && badge('writes', 'It may change things (readOnlyHint is false).'),
    destructiveHint === true && badge('destructive', 'It may destroy things (destructiveHint).', 'warn'),
    destructiveHint === false && badge('additive', 'It only adds (destructiveHint is false).'),
    idempotentHint === true &&
      badge('idempotent', 'Calling it twice is like calling it once (idempotentHint).'),
    openWorldHint === true && badge('open world', 'It reaches things outside the server (openWorldHint).'),
    openWorldHint === false && badge('closed world', 'It stays within the server (openWorldHint is false).'),
  ];
  const scopes = scopesOf(tool).map((scope) => badge(scope, `Callers need the scope ${scope}.`, 'warn'));
  return [...known.filter((each) => each !== false), ...scopes];
}

function badge(text: string, meaning: string, tone: Badge['tone'] = 'plain'): Badge {
  return { text, meaning, tone };
}

/** Scopes have no place of their own in the protocol: servers name them in `_meta`, under a key that ends in `scopes`. */
function scopesOf(tool: Tool): string[] {
  const meta = isObject(tool._meta) ? tool._meta : {};
  const lists = Object.entries(meta).filter(([key]) => /(^|[./_-])scopes$/i.test(key));
  return lists.flatMap(([, value]: [string, Json]) => (Array.isArray(value) ? value.map(String) : []));
}
