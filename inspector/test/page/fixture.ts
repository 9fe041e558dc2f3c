import { test as base, expect, type Page } from '@playwright/test';
import type { FakeInspector } from '../fake/inspector.ts';
import { serve } from '../fake/server.ts';
import { watch } from '../watch.ts';

interface Fixtures {
  fake: FakeInspector;
  /** The page, open, with the list of tools in sight. */
  inspector: Page;
}

/** Every test has a fake inspector of its own; none may ask anything of another machine, or break the policy. */
export const test = base.extend<Fixtures & { address: string }>({
  fake: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const { fake, url, stop } = await serve();
      addresses.set(fake, url);
      await use(fake);
      await stop();
    },
    { auto: true },
  ],
  address: async ({ fake }, use) => use(addresses.get(fake) ?? ''),
  inspector: async ({ page, address }, use) => {
    const strange = watch(page, new URL(address).origin);
    await page.goto(address);
    await expect(page.getByRole('navigation', { name: 'tools' })).toContainText('search_books');
    await use(page);
    expect(strange).toEqual([]);
  },
});

const addresses = new WeakMap<FakeInspector, string>();

export { expect };

/** Opens a tool from the list. */
export async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'tools' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
}

/** The arguments of the newest call that the page has sent. */
export function sent(fake: FakeInspector): unknown {
  const calls = fake.posted.filter(({ body }) => body.method === 'tools/call');
  return (calls.at(-1)?.body.params as { arguments: unknown } | undefined)?.arguments;
}
