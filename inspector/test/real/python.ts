/** What the page does with a bookshop by the Python SDK. */

import { expect, open, type testOf } from './fixture.ts';

export function drives(test: ReturnType<typeof testOf>): void {
  test('sends what is optional only when it is given', async ({ inspector: page }) => {
    await open(page, 'search_books');
    const result = page.getByLabel('Result', { exact: true });
    await page.locator('#args_query').fill('dune');
    await page.getByRole('button', { name: 'Call search_books' }).click();
    await expect(result).toContainText("Found 3 books matching 'dune' (showing up to 10).");
    await page.locator('#args_genre').selectOption({ label: 'poetry' });
    await page.getByRole('button', { name: 'Call search_books' }).click();
    await expect(result).toContainText("matching 'dune' in poetry");
  });

  test('fills a model, and shows one', async ({ inspector: page }) => {
    await open(page, 'add_book');
    await page.locator('#args_book_title').fill('Dune');
    await page.locator('#args_book_author').fill('Frank Herbert');
    await page.locator('#args_book_year').fill('1400');
    await page.getByRole('button', { name: 'Call add_book' }).click();
    await expect(page.locator('#args_book_year')).toHaveAccessibleDescription(/must be at least 1450/);
    await page.getByRole('button', { name: 'Send it all the same' }).click();
    const result = page.getByLabel('Result', { exact: true });
    await expect(result).toContainText('greater than or equal to 1450');
    await page.locator('#args_book_year').fill('1965');
    await page.getByRole('button', { name: 'Call add_book' }).click();
    await expect(result.getByText('matches the output schema')).toBeVisible();
  });

  test('sees what the server tells meanwhile', async ({ inspector: page }) => {
    await open(page, 'take_inventory');
    await page.getByRole('button', { name: 'Call take_inventory' }).click();
    await expect(page.getByLabel('Result', { exact: true })).toContainText('Everything is there.');
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByLabel('Filter messages').fill('notifications/progress');
    await expect(page.locator('.row').filter({ hasText: 'shelf 2' }).first()).toBeVisible();
  });

  test('reads a template, and gets a prompt', async ({ inspector: page }) => {
    await page.getByRole('link', { name: /^Resources/ }).click();
    await page.getByRole('link', { name: 'shop://shelves/{genre}' }).click();
    await page.getByLabel('genre').fill('poetry');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(page.getByText('3 books of poetry')).toBeVisible();
    await page.getByRole('link', { name: /^Prompts/ }).click();
    await page.getByRole('link', { name: 'recommend_books' }).click();
    await page.getByLabel('liked').fill('Dune');
    await page.getByRole('button', { name: 'Get recommend_books' }).click();
    await expect(page.locator('.message')).toContainText("I liked 'Dune'.");
  });
}
