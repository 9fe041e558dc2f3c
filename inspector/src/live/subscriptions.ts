import { createContext, useContext } from 'react';
import type { Live } from './live.ts';
import { Store } from './store.ts';

interface Subscribed {
  wanted: string[];
  trouble: string;
}

/** The resources whose updates are wanted. */
export class Subscriptions {
  readonly state = new Store<Subscribed>({ wanted: [], trouble: '' });
  readonly #live: Live;

  constructor(live: Live) {
    this.#live = live;
  }

  /** Adds the resource, or takes it away; those that the server doesn't agree to fall out again. */
  async toggle(uri: string): Promise<void> {
    const before = this.state.get().wanted;
    const wanted = before.includes(uri) ? before.filter((each) => each !== uri) : [...before, uri];
    this.state.set({ wanted, trouble: '' });
    try {
      const { uris, failure } = await this.#live.subscribe(wanted);
      const declined = wanted.length > uris.length ? 'The server didn’t agree to it.' : '';
      this.state.set({ wanted: uris, trouble: failure || declined });
    } catch (error) {
      this.state.set({ wanted: before, trouble: error instanceof Error ? error.message : String(error) });
    }
  }
}

export const SubscriptionsContext = createContext<Subscriptions | null>(null);

export function useSubscriptions(): Subscriptions {
  const subscriptions = useContext(SubscriptionsContext);
  if (!subscriptions) throw new Error('components live inside the page');
  return subscriptions;
}
