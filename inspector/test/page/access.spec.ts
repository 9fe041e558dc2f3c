import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, open, test } from './fixture.ts';

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, impact, nodes }) => `${impact}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing, ${colorScheme}`, async ({ inspector: page, fake }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await open(page, 'search_books');
    await page.getByRole('button', { name: 'Call search_books' }).click();
    expect(await serious(page)).toEqual([]);
    await open(page, 'order');
    for (const list of ['tags', 'grid', 'lines'])
      await page.getByRole('button', { name: `Add to ${list}` }).click();
    await page.getByLabel('Kind of payment').selectOption('Card');
    await page.getByRole('button', { name: 'Add a member' }).click();
    await page.getByRole('button', { name: 'Call order' }).click();
    expect(await serious(page)).toEqual([]);
    await open(page, 'show_all');
    await page.getByRole('button', { name: 'Call show_all' }).click();
    await page.getByText('Input schema').click();
    expect(await serious(page)).toEqual([]);
    await open(page, 'reserve');
    await page.getByRole('button', { name: 'Call reserve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    expect(await serious(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('link', { name: 'Prompts' }).click();
    await page.getByRole('link', { name: 'recommend_books' }).click();
    expect(await serious(page)).toEqual([]);
    await page.getByRole('link', { name: 'Resources' }).click();
    await page.getByRole('link', { name: 'shop://hours' }).click();
    expect(await serious(page)).toEqual([]);
    fake.change({
      build: { status: 'failed', output: 'error: no' },
      connection: { status: 'closed', reason: 'The build failed' },
    });
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.locator('.row').last().click();
    expect(await serious(page)).toEqual([]);
    await page.getByRole('button', { name: /^closed/ }).click();
    expect(await serious(page)).toEqual([]);
  });
}

for (const width of [400, 1200, 2000]) {
  test(`nothing sticks out at ${width} px`, async ({ inspector: page }) => {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
    await open(page, 'order');
    await page.getByRole('button', { name: 'Add to lines' }).click();
    expect(await overflow()).toBe(0);
    await page.keyboard.press('Alt+4');
    await page.locator('.row').first().click();
    await expect(page.getByRole('region', { name: 'Message' })).toBeInViewport();
    expect(await overflow()).toBe(0);
  });
}

test('a narrow screen shows the list or what was chosen from it', async ({ inspector: page }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  const list = page.getByRole('navigation', { name: 'tools' });
  await open(page, 'search_books');
  await expect(list).toBeHidden();
  await page.getByRole('link', { name: '← All tools' }).click();
  await expect(list).toBeVisible();
});

test('a call needs no mouse', async ({ inspector: page }) => {
  await page.keyboard.press('/');
  await page.keyboard.type('search_b');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('query').focus();
  await page.keyboard.type('dune');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('limit')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Result', { exact: true })).toContainText('Found 3 books');
});
