/** Messages as lines for a shell. */

import type { MessageEvent, Target } from '../api/types.ts';
import { isObject, type JsonObject } from '../json.ts';

/** What stands for a value that the binary doesn't tell. */
const HIDDEN = '…';

/** Quoted so that a POSIX shell takes it as one word. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A `curl` line that sends the request once more; hidden header values become variables to set. */
export function curlLine(event: MessageEvent, url: string): string {
  const sent = Object.entries(event.http?.headers ?? {});
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  const needed = [
    ['content-type', 'application/json'],
    ['accept', 'application/json, text/event-stream'],
  ].filter(([name]) => !names.has(name ?? ''));
  const headers = [...needed, ...sent].map(([name = '', value = '']) => `  -H ${header(name, value)}`);
  return [
    `curl -sS ${quoted(url)}`,
    ...headers,
    `  --data-raw ${quoted(JSON.stringify(event.message))}`,
  ].join(' \\\n');
}

function header(name: string, value: string): string {
  if (value !== HIDDEN) return quoted(`${name}: ${value}`);
  if (name.toLowerCase() === 'authorization') return `"${name}: Bearer $TOKEN"`;
  return `"${name}: $${name.toUpperCase().replaceAll(/\W/g, '_')}"`;
}

/** The `ferramenta call` line for a tool's call; undefined for other messages. */
export function callLine(event: MessageEvent, target: Target): string | undefined {
  const call = toolCall(event);
  if (!call) return undefined;
  const url = target.url === null ? [] : [target.url];
  const values = Object.entries(call.arguments).map(([name, value]) => `${name}:=${JSON.stringify(value)}`);
  const command = target.kind === 'command' && target.command ? ['--', ...target.command] : [];
  return ['ferramenta', 'call', ...url, call.name, ...values, ...command].map(quoted).join(' ');
}

/** The tool and its arguments, where the message is a tool's call. */
export function toolCall({ message }: MessageEvent): { name: string; arguments: JsonObject } | undefined {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return undefined;
  const { name, arguments: args } = message.params;
  return typeof name === 'string' ? { name, arguments: isObject(args) ? args : {} } : undefined;
}
