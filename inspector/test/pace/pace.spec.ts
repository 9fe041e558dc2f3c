/**
 * How quick the page is, measured within the browser: the best of several tries, so that a machine that is busy with
 * something else isn't taken for a slow page.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { connected, type Dev, dev } from '../real/dev.ts';

const SERVER = join(import.meta.dirname, '../real/servers/forms.mjs');
const TRIES = 8;

/** Until the list of ten tools can be used, in milliseconds. */
const INTERACTIVE = 300;
/** The longest that the page may be deaf with a thousand tools, in milliseconds. */
const STALL = 150;

async function withTools(count: number, body: (running: Dev) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pace-'));
  const [tools, received] = [join(folder, 'tools.json'), join(folder, 'received')];
  const list = Array.from({ length: count }, (_, at) => ({
    name: `tool_${at}`,
    title: `Tool ${at}`,
    description: `Does what number ${at} does, and tells what came of it.`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' }, number: { type: 'integer' } } },
  }));
  await writeFile(tools, JSON.stringify(list));
  const running = await dev(['--', process.execPath, SERVER, tools, received]);
  try {
    await running.until(connected);
    await body(running);
  } finally {
    await running.end();
    await rm(folder, { recursive: true });
  }
}

/** Notes when the first row of a list is there. */
function noteFirstRow(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.entries a')) return;
    performance.mark('first-row');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** The longest time in which nothing was drawn while something was done. */
function stall(page: Page, doing: () => Promise<void>): Promise<number> {
  return page
    .evaluate(() => {
      const pace = { last: performance.now(), longest: 0 };
      Object.assign(window, { pace });
      const frame = (now: number) => {
        pace.longest = Math.max(pace.longest, now - pace.last);
        pace.last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    })
    .then(doing)
    .then(() => page.evaluate(() => (window as unknown as { pace: { longest: number } }).pace.longest));
}

async function best(what: string, limit: number, measure: () => Promise<number>): Promise<void> {
  const figures: number[] = [];
  for (let left = TRIES; left > 0; left--) figures.push(Math.round(await measure()));
  const least = Math.min(...figures);
  console.log(`${what}: ${least} ms, of at most ${limit} (${figures.join(', ')})`);
  expect(least).toBeLessThanOrEqual(limit);
}

test('a page with ten tools can be used at once', async ({ browser }) => {
  test.setTimeout(60_000);
  await withTools(10, async ({ address }) => {
    await best('interactive', INTERACTIVE, async () => {
      const page = await browser.newPage();
      await page.addInitScript(noteFirstRow);
      await page.goto(address);
      const row = () => page.evaluate(() => performance.getEntriesByName('first-row')[0]?.startTime);
      await expect.poll(row).toBeGreaterThan(0);
      const time = (await row()) ?? 0;
      await page.close();
      return time;
    });
  });
});

test('a thousand tools are scrolled, searched and chosen without a stall', async ({ page }) => {
  test.setTimeout(60_000);
  await withTools(1000, async ({ address }) => {
    await page.goto(address);
    await expect(page.locator('.entries a')).toHaveCount(1000);
    const rows = (count: number) =>
      page.waitForFunction((wanted) => document.querySelectorAll('.entries a').length === wanted, count);
    await best('scrolling 1,000 tools', STALL, () =>
      stall(page, async () => {
        await page.mouse.move(100, 400);
        for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 2000);
        await page.mouse.wheel(0, -40_000);
      }),
    );
    await best('searching 1,000 tools', STALL, () =>
      stall(page, async () => {
        await page.locator('[data-search]').focus();
        await page.keyboard.type('tool_77', { delay: 20 });
        await rows(11);
        for (let sign = 0; sign < 'tool_77'.length; sign++) await page.keyboard.press('Backspace');
        await rows(1000);
      }),
    );
    let at = 0;
    await best('choosing one of 1,000 tools', STALL, async () => {
      await page.locator('.entries a').nth(at).focus();
      const longest = await stall(page, async () => {
        await page.keyboard.press('Enter');
        await page.waitForFunction(
          (name) => document.querySelector('h2')?.textContent === name,
          `tool_${at}`,
        );
      });
      at += 100;
      return longest;
    });
  });
});
