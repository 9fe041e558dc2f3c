import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect, type Page } from '@playwright/test';
import { watch } from '../watch.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BINARY = process.env.FERRAMENTA ?? join(ROOT, 'target/debug/ferramenta');

/** Building the bookshop from nothing takes its time. */
const BUILD = 300_000;

interface Fixtures {
  inspector: Page;
}

/** `ferramenta dev` on the bookshop, one for all tests of a worker; ended as Ctrl-C ends it. */
export const test = base.extend<Fixtures, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const child = spawn(BINARY, ['dev', join(ROOT, 'examples/bookshop')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      const [line] = await Promise.race([
        once(createInterface({ input: child.stdout }), 'line'),
        ended.then(([code]) => Promise.reject(new Error(`ferramenta dev ended with ${code}`))),
      ]);
      const address = String(line).trim();
      await connected(address);
      await use(address);
      child.kill('SIGINT');
      await ended;
    },
    { scope: 'worker', timeout: BUILD },
  ],
  inspector: async ({ page, address }, use) => {
    const strange = watch(page, new URL(address).origin);
    await page.goto(address);
    await expect(page.getByRole('link', { name: 'search_books' })).toBeVisible();
    await use(page);
    expect(strange).toEqual([]);
  },
});

/** Resolves when the bookshop is built and runs. */
async function connected(address: string): Promise<void> {
  const { origin, hash } = new URL(address);
  const headers = { Authorization: `Bearer ${hash.slice('#token='.length)}` };
  const status = async () =>
    (await (await fetch(`${origin}/api/state`, { headers })).json()).connection.status;
  await expect.poll(status, { timeout: BUILD }).toBe('connected');
}

export { expect };
