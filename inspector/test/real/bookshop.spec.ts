import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { ROOT } from './dev.ts';
import { expect, testOf } from './fixture.ts';

const test = testOf(() => ({ args: [join(ROOT, 'examples/bookshop')] }));

test('lists the bookshop’s tools', async ({ inspector: page }) => {
  await expect(page.getByRole('heading', { name: 'Bookshop', level: 1 })).toBeVisible();
  await expect(page.locator('.entries .entry-name')).toHaveText(['search_books', 'add_book', 'check_stock']);
  await expect(page.getByRole('button', { name: /^connected 2026-07-28 · modern/ })).toBeVisible();
});

test('fills the form of search_books and sees the result', async ({ inspector: page }) => {
  await page.getByRole('link', { name: 'search_books' }).click();
  await expect(page.getByText('read-only')).toBeVisible();
  const limit = page.getByRole('spinbutton', { name: 'limit' });
  await expect(limit).toHaveValue('10');
  await expect(limit).toHaveAttribute('min', '1');
  await expect(limit).toHaveAttribute('max', '50');
  await page.getByRole('button', { name: 'Call search_books' }).click();
  await expect(page.getByRole('textbox', { name: 'query' })).toHaveAccessibleDescription(/is required/);
  await page.getByRole('textbox', { name: 'query' }).fill('dune');
  await page.getByRole('combobox', { name: 'genre' }).selectOption('non-fiction');
  await page.getByRole('button', { name: 'Call search_books' }).click();
  const result = page.getByLabel('Result', { exact: true });
  await expect(result).toContainText("Found 3 books matching 'dune' in non-fiction (showing up to 10).");
  await expect(result).toContainText(/\d ms/);
});

test('what the server refuses is shown as its error', async ({ inspector: page }) => {
  await page.getByRole('link', { name: 'search_books' }).click();
  await page.getByRole('textbox', { name: 'query' }).fill('dune');
  await page.getByRole('spinbutton', { name: 'limit' }).fill('51');
  await page.getByRole('button', { name: 'Call search_books' }).click();
  await page.getByRole('button', { name: 'Send it all the same' }).click();
  await expect(page.getByLabel('Result', { exact: true })).toContainText('tool error');
  await expect(page.getByLabel('Result', { exact: true })).toContainText('limit');
});

test('fills a nested object', async ({ inspector: page }) => {
  await page.getByRole('link', { name: 'add_book' }).click();
  const book = page.getByRole('group', { name: 'book' });
  await book.getByRole('textbox', { name: 'title' }).fill('Dune');
  await book.getByRole('textbox', { name: 'author' }).fill('Frank Herbert');
  await book.getByRole('spinbutton', { name: 'year' }).fill('1965');
  await page.getByRole('button', { name: 'Call add_book' }).click();
  await expect(page.locator('pre.plain')).toHaveText("Added 'Dune' by Frank Herbert (1965).");
});

test('reads a resource, and a template with what is completed', async ({ inspector: page }) => {
  await page.getByRole('link', { name: 'Resources' }).click();
  await page.getByRole('link', { name: 'shop://hours' }).click();
  await expect(page.getByText('Monday to Saturday, 9 to 18')).toBeVisible();
  await page.getByRole('link', { name: 'shop://shelves/{genre}' }).click();
  await page.getByLabel('genre').fill('po');
  await expect(page.locator('datalist option')).toHaveAttribute('value', 'poetry');
  await page.getByLabel('genre').fill('poetry');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByText('3 books of poetry')).toBeVisible();
});

test('gets a prompt', async ({ inspector: page }) => {
  await page.getByRole('link', { name: 'Prompts' }).click();
  await page.getByRole('link', { name: 'recommend_books' }).click();
  await page.getByLabel('liked').fill('Dune');
  await page.getByRole('button', { name: 'Get recommend_books' }).click();
  await expect(page.locator('.message')).toContainText("I liked 'Dune'");
});

test('speaks both eras, and logs every message', async ({ inspector: page }) => {
  for (const [label, era] of [
    ['Legacy', '2025-11-25 · legacy'],
    ['Modern', '2026-07-28 · modern'],
  ] as const) {
    await page.getByRole('button', { name: /^(connected|connecting)/ }).click();
    await page.getByRole('dialog').getByLabel(label).check();
    await page.getByRole('button', { name: 'Connect anew' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: `connected ${era}` })).toBeVisible();
    await page.getByRole('link', { name: 'check_stock' }).click();
    await page.getByRole('textbox', { name: 'title' }).fill(era);
    await page.getByRole('button', { name: 'Call check_stock' }).click();
    await expect(page.locator('pre.plain')).toHaveText(`'${era}' is in stock.`);
  }
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await page.getByLabel('Filter messages').fill('legacy');
  await expect(page.locator('.row.kind-request').filter({ hasText: 'tools/call' }).first()).toBeVisible();
  await page.getByLabel('Filter messages').fill('initialize');
  await expect(page.locator('.row.kind-request').filter({ hasText: 'initialize' }).first()).toBeVisible();
});

test('axe finds nothing', async ({ inspector: page }) => {
  await page.getByRole('link', { name: 'add_book' }).click();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, impact }) => `${impact}: ${id}`)).toEqual([]);
});
