import { createContext, useContext } from 'react';
import type { Connection } from '../api/types.ts';
import type { Live } from './live.ts';
import { useStore } from './store.ts';

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('components live inside the page');
  return live;
}

/** The connection to the server; null until the binary has told. */
export function useConnection(): Connection | null {
  return useStore(useLive().state)?.connection ?? null;
}
