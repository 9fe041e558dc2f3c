import { useEffect } from 'react';
import { isObject, type JsonObject } from '../json.ts';
import { useConnection, useLive } from './context.ts';
import { Store, useStore } from './store.ts';

export const LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/** From which level on the server's log messages are wanted; empty: as the server likes. */
export const logLevel = new Store<string>('');

const KEY = 'io.modelcontextprotocol/logLevel';

/** The parameters with the level that is wanted, on the modern wire, where each request says it. */
export function withLogLevel(params: JsonObject, isModern: boolean): JsonObject {
  const level = logLevel.get();
  if (!isModern || level === '') return params;
  const meta = isObject(params._meta) ? params._meta : {};
  return { ...params, _meta: { [KEY]: level, ...meta } };
}

/** Tells the level to servers of the legacy wire: when it is chosen, and for each new connection. */
export function useLogLevel(): void {
  const live = useLive();
  const connection = useConnection();
  const level = useStore(logLevel);
  const number = connection?.number;
  const isLegacy = connection?.status === 'connected' && connection.era === 'legacy';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `number` is a server that doesn't know it yet
  useEffect(() => {
    // that a server refuses it is in the log of messages
    if (isLegacy && level !== '') live.request('logging/setLevel', { level }).catch(() => undefined);
  }, [live, isLegacy, level, number]);
}
