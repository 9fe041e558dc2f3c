import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, open, test } from './fixture.ts';

// the policy has no place for the style that fixes the fonts
test.use({ bypassCSP: true });

/** How much may differ: browsers draw letters and edges a little otherwise from version to version. */
const TOLERANCE = { maxDiffPixelRatio: 0.03, threshold: 0.3 };

/** What looks different each time. */
const MOVING = ['.row-time', '.row-took', '.toolbar .muted', '.message .facts'];

const VIEWS: Record<string, (page: Page) => Promise<unknown>> = {
  list: async () => undefined,
  result: async (page) => {
    await open(page, 'show_all');
    await page.getByRole('button', { name: 'Call show_all' }).click();
    await expect(page.getByRole('heading', { name: 'Shelves' })).toBeVisible();
  },
  form: async (page) => {
    await open(page, 'order');
    await page.getByLabel('ratio').fill('2');
    await page.getByRole('button', { name: 'Call order' }).click();
    await expect(page.getByText('is required').first()).toBeVisible();
  },
  question: async (page) => {
    await open(page, 'reserve');
    await page.getByRole('button', { name: 'Call reserve' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  log: async (page) => {
    await open(page, 'search_books');
    await page.getByLabel('query').fill('dune');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+4');
    await page.locator('.row.kind-request').last().click();
  },
};

for (const [name, show] of Object.entries(VIEWS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [400, 2000]) {
      test(`${name} looks as it did, ${colorScheme}, ${width} px`, async ({ inspector: page }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await show(page);
        await expect(page).toHaveScreenshot(`${name}-${colorScheme}-${width}.png`, {
          ...TOLERANCE,
          mask: MOVING.map((each) => page.locator(each)),
          stylePath: join(import.meta.dirname, 'fonts.css'),
        });
      });
    }
  }
}
