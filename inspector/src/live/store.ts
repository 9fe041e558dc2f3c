import { useSyncExternalStore } from 'react';

/** A value that components watch. */
export class Store<T> {
  #value: T;
  readonly #watchers = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get = (): T => this.#value;

  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const watcher of [...this.#watchers]) watcher();
  }

  update(change: (value: T) => T): void {
    this.set(change(this.#value));
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
}

/** The store's value, now and whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get);
}
