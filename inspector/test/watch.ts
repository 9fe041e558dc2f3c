import type { Page } from '@playwright/test';

/** What no page of ours does: ask another machine, break the policy, throw, warn. Filled while the page is used. */
export function watch(page: Page, origin: string): string[] {
  const strange: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) strange.push(url);
  });
  page.on('pageerror', (error) => strange.push(`error: ${error.message}`));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) strange.push(`console: ${line.text()}`);
  });
  return strange;
}
