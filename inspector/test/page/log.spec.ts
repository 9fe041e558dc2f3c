import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, open, sent, test } from './fixture.ts';

async function search(page: Page): Promise<void> {
  await open(page, 'search_books');
  await page.getByLabel('query').fill('dune');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Result', { exact: true })).toBeVisible();
}

function row(page: Page, kind: string, method: string) {
  return page.locator(`.row.kind-${kind}`).filter({ hasText: method });
}

test('every message is in the log, with its time and size', async ({ inspector: page }) => {
  await search(page);
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(row(page, 'request', 'tools/call')).toContainText('search_books');
  await expect(row(page, 'response', 'tools/call')).toContainText(/ms.*B$/);
  await row(page, 'request', 'tools/call').click();
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('query: "dune"');
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('mcp-method');
});

test('the log is filtered by text and by kind', async ({ inspector: page }) => {
  await search(page);
  await page.keyboard.press('Alt+4');
  await page.getByLabel('Filter messages').fill('dune');
  await expect(page.locator('.row')).toHaveCount(2);
  await page.getByRole('button', { name: 'requests' }).click();
  await expect(page.locator('.row')).toHaveCount(1);
});

test('a request becomes a line for a shell', async ({ inspector: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await search(page);
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await row(page, 'response', 'tools/call').click();
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await copied()).toContain('curl -sS http://127.0.0.1:8000/mcp');
  expect(await copied()).toContain('"authorization: Bearer $TOKEN"');
  await page.getByRole('button', { name: 'Copy as ferramenta call' }).click();
  await expect
    .poll(copied)
    .toBe(`ferramenta call http://127.0.0.1:8000/mcp search_books 'query:="dune"' limit:=10`);
});

test('a call of the log is made once more, with its arguments in the form', async ({
  inspector: page,
  fake,
}) => {
  await search(page);
  await page.getByLabel('query').fill('something else');
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await row(page, 'request', 'tools/call').click();
  const calls = () => fake.posted.filter(({ body }) => body.method === 'tools/call').length;
  await page.getByRole('button', { name: 'Call again' }).click();
  await expect(page.getByLabel('query')).toHaveValue('dune');
  await expect.poll(calls).toBe(2);
  expect(sent(fake)).toEqual({ query: 'dune', limit: 10 });
});

test('a session is saved, and loaded again', async ({ inspector: page }) => {
  await search(page);
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(row(page, 'response', 'tools/call')).toBeVisible();
  const count = await page.locator('.row').count();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^bookshop-.*\.json$/);
  const content = await readFile(await file.path());
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.locator('.row')).toHaveCount(0);
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(page.getByText('The file is not a session that the inspector saved.')).toBeVisible();
  await input.setInputFiles({ name: 'session.json', mimeType: 'application/json', buffer: content });
  await expect(page.locator('.row')).toHaveCount(count);
  await page.getByRole('button', { name: 'Back to the live log' }).click();
  await expect(page.locator('.row')).toHaveCount(0);
});
