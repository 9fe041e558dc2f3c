import { Store, useStore } from './store.ts';

export const TABS = ['tools', 'resources', 'prompts', 'log'] as const;
export type Tab = (typeof TABS)[number];

export interface Route {
  tab: Tab;
  /** What is looked at: a tool's or prompt's name, a URI; empty for the list alone. */
  item: string;
}

const route = new Store<Route>({ tab: 'tools', item: '' });

/** Follows the address from now on. */
export function followAddress(): void {
  route.set(read(location.hash));
  addEventListener('hashchange', () => route.set(read(location.hash)));
}

function read(hash: string): Route {
  const [, tab = '', ...rest] = hash.split('/');
  const known = TABS.find((each) => each === tab);
  return { tab: known ?? 'tools', item: known ? decoded(rest.join('/')) : '' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function useRoute(): Route {
  return useStore(route);
}

export function href(tab: Tab, item = ''): string {
  return item === '' ? `#/${tab}` : `#/${tab}/${encodeURIComponent(item)}`;
}

export function go(tab: Tab, item = ''): void {
  location.hash = href(tab, item);
}
