import { useEffect, useRef, useState } from 'react';
import { isObject, type JsonObject } from '../json.ts';
import { useConnection, useLive } from './context.ts';
import type { Live } from './live.ts';
import { troubleOf } from './outcome.ts';

export interface Listed<T> {
  items: T[];
  /** Why the list is not there, or not whole. */
  trouble: string;
  loaded: boolean;
}

/** A server that never ends its pages is left after this many. */
const MOST_PAGES = 200;

const NOTHING = { items: [], trouble: '', loaded: false };

/**
 * A list of the server, all pages of it: read when the connection is there, again when there is a new one, and when
 * the server says that it has changed. What was read stays while it is read again.
 */
export function useList<T>(method: string, member: string, capability: string, changed: string): Listed<T> {
  const live = useLive();
  const connection = useConnection();
  const [listed, setListed] = useState<Listed<T>>(NOTHING);
  const [round, setRound] = useState(0);
  const newest = useRef(0);
  const number = connection?.number;
  const ready = connection?.status === 'connected';
  const offered = isObject(connection?.capabilities?.[capability]);

  useEffect(() => {
    return live.onNotification((notification) => {
      if (notification.method === changed) setRound((before) => before + 1);
    });
  }, [live, changed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `number` and `round` say that what was read is stale
  useEffect(() => {
    if (!ready) return;
    newest.current += 1;
    const mine = newest.current;
    const pages = offered ? readAll<T>(live, method, member) : Promise.resolve({ ...NOTHING, loaded: true });
    pages.then((result) => {
      if (mine === newest.current) setListed(result);
    });
  }, [live, method, member, ready, offered, number, round]);

  return listed;
}

async function readAll<T>(live: Live, method: string, member: string): Promise<Listed<T>> {
  const items: T[] = [];
  let params: JsonObject = {};
  try {
    for (let page = 0; page < MOST_PAGES; page++) {
      const outcome = await live.request(method, params);
      const trouble = troubleOf(outcome);
      if (trouble !== undefined) return { items, trouble, loaded: true };
      const part = outcome.result?.[member];
      if (Array.isArray(part)) items.push(...(part as T[]));
      const cursor = outcome.result?.nextCursor;
      if (typeof cursor !== 'string') return { items, trouble: '', loaded: true };
      params = { cursor };
    }
    return { items, trouble: `The list has more than ${MOST_PAGES} pages.`, loaded: true };
  } catch (error) {
    return { items, trouble: error instanceof Error ? error.message : String(error), loaded: true };
  }
}
