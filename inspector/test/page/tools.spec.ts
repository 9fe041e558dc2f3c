import { expect, open, sent, test } from './fixture.ts';

test('lists the tools, and finds one of them', async ({ inspector: page }) => {
  const list = page.getByRole('navigation', { name: 'tools' });
  await expect(list.getByRole('link')).toHaveCount(11);
  await page.keyboard.press('/');
  await page.keyboard.type('add a book');
  await expect(list.getByRole('link')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'add_book' })).toBeVisible();
  await expect(page.getByLabel('Annotations')).toHaveText('writescatalog:write');
});

test('fills the form of search_books and shows the result', async ({ inspector: page, fake }) => {
  await open(page, 'search_books');
  const limit = page.getByLabel('limit');
  await expect(limit).toHaveValue('10');
  await expect(limit).toHaveAttribute('min', '1');
  await expect(limit).toHaveAttribute('max', '50');
  await expect(page.getByLabel('query')).toHaveAttribute('aria-required', 'true');
  await page.getByLabel('query').fill('dune');
  await page.getByLabel('genre').selectOption('non-fiction');
  await page.getByRole('button', { name: 'Call search_books' }).click();
  await expect(page.getByLabel('Result', { exact: true })).toContainText(
    "Found 3 books matching 'dune' in non-fiction (showing up to 10).",
  );
  expect(sent(fake)).toEqual({ query: 'dune', limit: 10, genre: 'non-fiction' });
});

test('says at the field what is wrong, before anything is sent', async ({ inspector: page, fake }) => {
  await open(page, 'search_books');
  await page.getByLabel('limit').fill('51');
  await page.getByRole('button', { name: 'Call search_books' }).click();
  await expect(page.getByLabel('query')).toHaveAccessibleDescription(/is required/);
  await expect(page.getByLabel('limit')).toHaveAccessibleDescription(/must be at most 50/);
  await expect(page.getByLabel('query')).toBeFocused();
  expect(sent(fake)).toBeUndefined();
  await page.getByLabel('limit').fill('50');
  await expect(page.getByText('must be at most 50')).toHaveCount(0);
  await page.getByLabel('query').fill('dune');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Result', { exact: true })).toContainText('showing up to 50');
});

test('what is emptied is absent', async ({ inspector: page, fake }) => {
  await open(page, 'search_books');
  await page.getByLabel('query').fill('dune');
  await page.getByLabel('genre').selectOption('poetry');
  await page.getByLabel('genre').selectOption('');
  await page.getByLabel('limit').fill('');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Result', { exact: true })).toBeVisible();
  expect(sent(fake)).toEqual({ query: 'dune' });
});

test('fills a nested object', async ({ inspector: page, fake }) => {
  await open(page, 'add_book');
  const book = page.getByRole('group', { name: 'book' });
  await book.getByLabel('title').fill('Dune');
  await book.getByLabel('author').fill('Frank Herbert');
  await book.getByLabel('year').fill('1400');
  await page.getByRole('button', { name: 'Call add_book' }).click();
  await expect(book.getByLabel('year')).toHaveAccessibleDescription(/must be at least 1450/);
  await book.getByLabel('year').fill('1965');
  await page.getByRole('button', { name: 'Call add_book' }).click();
  await expect(page.getByText("Added 'Dune' by Frank Herbert (1965).")).toBeVisible();
  expect(sent(fake)).toEqual({ book: { title: 'Dune', author: 'Frank Herbert', year: 1965 } });
});

test('rows out of sight are as high as in sight, so that nothing jumps', async ({ inspector: page }) => {
  const heights = () =>
    page.locator('.entries li').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  await page.setViewportSize({ width: 1200, height: 150 });
  await page.reload();
  await expect(page.locator('.entries li')).toHaveCount(11);
  const before = await heights();
  await page.setViewportSize({ width: 1200, height: 2000 });
  await expect(page.locator('.entries li').last()).toBeInViewport();
  const after = await heights();
  for (const [at, height] of before.entries()) expect(Math.abs(height - (after[at] ?? 0))).toBeLessThan(1);
});
