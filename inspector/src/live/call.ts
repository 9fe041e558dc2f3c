import type { Outcome } from '../api/types.ts';
import { type JsonObject, text } from '../json.ts';
import type { Live } from './live.ts';
import { withLogLevel } from './logLevel.ts';
import { Store } from './store.ts';

export interface Progress {
  progress: number;
  total: number | null;
  message: string;
}

/** A request that somebody watches. `lines` are the log messages that belong to it. */
export interface Call {
  key: string;
  method: string;
  params: JsonObject;
  startedAt: number;
  progress: Progress | null;
  lines: string[];
  outcome: Outcome | null;
  /** Why the binary didn't even send it. */
  refused: string;
}

const MOST_LINES = 200;

export type CallStore = Store<Call | null>;

/** Sends a request and keeps the store up to date with what becomes of it. */
export async function start(live: Live, store: CallStore, method: string, params: JsonObject): Promise<void> {
  const key = live.nextKey();
  const change = (part: Partial<Call>) =>
    store.update((call) => (call?.key === key ? { ...call, ...part } : call));
  store.set({
    key,
    method,
    params,
    startedAt: Date.now(),
    progress: null,
    lines: [],
    outcome: null,
    refused: '',
  });
  const stop = live.onNotification((notification) => {
    if (notification.key !== key) return;
    const given = notification.params ?? {};
    if (notification.method === 'notifications/progress') change({ progress: progressOf(given) });
    if (notification.method === 'notifications/message') {
      const lines = store.get()?.lines ?? [];
      change({ lines: [...lines, lineOf(given)].slice(-MOST_LINES) });
    }
  });
  try {
    const isModern = live.state.get()?.connection.era === 'modern';
    change({ outcome: await live.request(method, withLogLevel(params, isModern), key) });
  } catch (error) {
    change({ refused: error instanceof Error ? error.message : String(error) });
  } finally {
    stop();
  }
}

export function isRunning(call: Call | null): boolean {
  return call !== null && call.outcome === null && call.refused === '';
}

function progressOf(params: JsonObject): Progress {
  return {
    progress: Number(params.progress),
    total: typeof params.total === 'number' ? params.total : null,
    message: text(params.message) ?? '',
  };
}

function lineOf({ level, logger, data }: JsonObject): string {
  const where = typeof logger === 'string' ? ` ${logger}:` : '';
  return `${level}${where} ${typeof data === 'string' ? data : JSON.stringify(data)}`;
}

/** One store per name, so that what was called stays when another one is looked at. */
export class Calls {
  readonly #stores = new Map<string, CallStore>();

  of(name: string): CallStore {
    const known = this.#stores.get(name);
    if (known) return known;
    const fresh: CallStore = new Store<Call | null>(null);
    this.#stores.set(name, fresh);
    return fresh;
  }
}
