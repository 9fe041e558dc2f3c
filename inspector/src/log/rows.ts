/** The messages of a session as rows of a log. */

import type { LogEvent, MessageEvent } from '../api/types.ts';
import { isObject, text } from '../json.ts';

export type Kind = 'request' | 'response' | 'error' | 'notification' | 'stderr' | 'broken';

export interface Row {
  n: number;
  time: number;
  direction: 'out' | 'in';
  kind: Kind;
  method: string;
  /** Whom it is about: a tool, a prompt, a URI. */
  subject: string;
  bytes: number;
  /** From the request to this answer, in milliseconds. */
  took: number | null;
  event: LogEvent;
  /** The request that this answers. */
  request: MessageEvent | null;
}

/** Rows in the order of the events; answers know their requests. */
export function rowsOf(events: LogEvent[]): Row[] {
  const asked = new Map<string, MessageEvent>();
  return events.map((event) => (event.type === 'stderr' ? stderrRow(event) : messageRow(event, asked)));
}

function stderrRow(event: Extract<LogEvent, { type: 'stderr' }>): Row {
  const { n, time } = event;
  const bytes = new TextEncoder().encode(event.text).length;
  const none = { took: null, request: null };
  return {
    n,
    time,
    direction: 'in',
    kind: 'stderr',
    method: 'stderr',
    subject: event.text,
    bytes,
    event,
    ...none,
  };
}

function messageRow(event: MessageEvent, asked: Map<string, MessageEvent>): Row {
  const { n, time, direction, bytes, message } = event;
  const base = { n, time, direction, bytes, event, took: null, request: null };
  if (!isObject(message))
    return { ...base, kind: 'broken', method: 'not JSON-RPC', subject: event.text ?? '' };
  const id = JSON.stringify(message.id ?? null);
  const method = text(message.method);
  if (method !== undefined) {
    const isRequest = 'id' in message;
    if (isRequest) asked.set(`${direction} ${id}`, event);
    return {
      ...base,
      kind: isRequest ? 'request' : 'notification',
      method,
      subject: subjectOf(message.params),
    };
  }
  const request = asked.get(`${direction === 'in' ? 'out' : 'in'} ${id}`) ?? null;
  const of = request && isObject(request.message) ? request.message : {};
  return {
    ...base,
    kind: failed(message) ? 'error' : 'response',
    method: text(of.method) ?? 'response',
    subject: subjectOf(of.params),
    took: request ? time - request.time : null,
    request,
  };
}

function failed(message: Record<string, unknown>): boolean {
  return 'error' in message || (isObject(message.result) && message.result.isError === true);
}

function subjectOf(params: unknown): string {
  if (!isObject(params)) return '';
  const { name, uri, ref, data, message, progress, level } = params;
  const reference = isObject(ref) ? (ref.name ?? ref.uri) : undefined;
  const logged = data === undefined ? undefined : `${level}: ${text(data) ?? JSON.stringify(data)}`;
  const done =
    progress === undefined
      ? undefined
      : `${progress}${params.total === undefined ? '' : ` of ${params.total}`}`;
  return [name, uri, reference, logged, message, done].map(text).find((each) => each !== undefined) ?? '';
}

export interface Filter {
  wanted: string;
  kinds: ReadonlySet<Kind>;
}

export const ALL_KINDS: readonly Kind[] = [
  'request',
  'response',
  'error',
  'notification',
  'stderr',
  'broken',
];

/** The rows of the wanted kinds that have the wanted text, in their names or anywhere in the message. */
export function filtered(rows: Row[], { wanted, kinds }: Filter): Row[] {
  const needle = wanted.trim().toLowerCase();
  return rows.filter((row) => kinds.has(row.kind) && (needle === '' || haystack(row).includes(needle)));
}

function haystack({ method, subject, event }: Row): string {
  const body = event.type === 'stderr' ? event.text : JSON.stringify(event.message);
  return `${method} ${subject} ${body}`.toLowerCase();
}
