import { test as base, expect, type Page } from '@playwright/test';
import { watch } from '../watch.ts';
import { BUILD, connected, type Dev, dev } from './dev.ts';

interface Fixtures {
  /** The page, open; it asks nothing of another machine, breaks no policy, and writes no errors to the console. */
  inspector: Page;
}

/** What `ferramenta dev` is given, and how to end what that needs. */
export interface Subject {
  args: string[];
  env?: Record<string, string>;
  stop?: () => void | Promise<void>;
}

/** `ferramenta dev` on a subject, one for all tests of a file; ended as Ctrl-C ends it. */
export function testOf(subject: () => Subject | Promise<Subject>) {
  return base.extend<Fixtures, { running: Dev }>({
    running: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
      async ({}, use) => {
        const { args, env, stop } = await subject();
        const running = await dev(args, env);
        await running.until(connected);
        await use(running);
        await running.end();
        await stop?.();
      },
      { scope: 'worker', timeout: BUILD },
    ],
    inspector: async ({ page, running }, use) => {
      const strange = watch(page, new URL(running.address).origin);
      await page.goto(running.address);
      await expect(page.getByRole('button', { name: /^connected/ })).toBeVisible();
      await use(page);
      expect(strange).toEqual([]);
    },
  });
}

/** Opens a tool from the list. */
export async function open(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'tools' })
    .locator(`a:has(.entry-name:text-is("${name}"))`)
    .click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
}

export { expect };
