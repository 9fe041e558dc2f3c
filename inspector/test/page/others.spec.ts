import { expect, test } from './fixture.ts';

test('reads a resource, subscribes, and reads it again when it has changed', async ({
  inspector: page,
  fake,
}) => {
  await page.getByRole('link', { name: 'Resources' }).click();
  await page.getByRole('link', { name: 'shop://hours' }).click();
  await expect(page.getByText('9 to 18')).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('button', { name: 'Subscribed' })).toHaveAttribute('aria-pressed', 'true');
  expect(fake.posted.find(({ path }) => path === '/api/subscribe')?.body).toEqual({ uris: ['shop://hours'] });
  fake.hour = 20;
  fake.notify('notifications/resources/updated', { uri: 'shop://hours' });
  await expect(page.getByText('9 to 20')).toBeVisible();
  await expect(page.getByText(/updated at/)).toBeVisible();
});

test('shows images and bytes', async ({ inspector: page }) => {
  await page.getByRole('link', { name: 'Resources' }).click();
  await page.getByRole('link', { name: 'shop://sign' }).click();
  await expect(page.getByRole('img', { name: 'shop://sign' })).toHaveJSProperty('naturalWidth', 1);
  await page.getByRole('button', { name: 'Hex' }).click();
  await expect(page.getByLabel('Bytes in hexadecimal')).toContainText('89 50 4e 47');
});

test('fills a template with what the server completes', async ({ inspector: page }) => {
  await page.getByRole('link', { name: 'Resources' }).click();
  await page.getByRole('link', { name: 'shop://shelves/{genre}' }).click();
  const field = page.getByLabel('genre');
  await field.fill('po');
  await expect(page.locator('datalist option')).toHaveCount(1);
  await expect(page.locator('datalist option')).toHaveAttribute('value', 'poetry');
  await field.fill('poetry');
  await expect(page.getByRole('link', { name: 'shop://shelves/poetry' })).toBeVisible();
  await page.getByRole('button', { name: 'Read' }).click();
  await expect(page.getByText('3 books of poetry')).toBeVisible();
});

test('a prompt’s messages are a conversation', async ({ inspector: page, fake }) => {
  await page.getByRole('link', { name: 'Prompts' }).click();
  await page.getByRole('link', { name: 'recommend_books' }).click();
  await page.getByRole('button', { name: 'Get recommend_books' }).click();
  await expect(page.getByLabel('liked')).toHaveAccessibleDescription(/is required/);
  await page.getByLabel('liked').fill('Dune');
  await page.getByLabel('genre').fill('f');
  await expect(page.locator('datalist option')).toHaveAttribute('value', 'fiction');
  await page.getByLabel('genre').fill('');
  await page.getByRole('button', { name: 'Get recommend_books' }).click();
  const messages = page.locator('.message');
  await expect(messages).toHaveCount(2);
  await expect(messages.first()).toContainText("I liked 'Dune'");
  const asked = fake.posted.find(({ body }) => body.method === 'prompts/get');
  expect(asked?.body.params).toEqual({ name: 'recommend_books', arguments: { liked: 'Dune' } });
});

test('a tool that is new is listed when the server says so', async ({ inspector: page, fake }) => {
  await expect(page.getByRole('link', { name: 'Tools 11' })).toBeVisible();
  const lists = () => fake.posted.filter(({ body }) => body.method === 'tools/list').length;
  const before = lists();
  fake.notify('notifications/tools/list_changed', {});
  await expect.poll(lists).toBeGreaterThan(before);
});

test('errors of the compiler are on the page until they are mended', async ({ inspector: page, fake }) => {
  fake.change({ build: { status: 'failed', output: 'error[E0308]: mismatched types\n --> src/lib.rs:7:5' } });
  const errors = page.getByLabel('The compiler’s errors');
  await expect(errors).toContainText('E0308');
  fake.change({ build: { status: 'building' } });
  await expect(page.getByText('Building again')).toBeVisible();
  fake.change({ build: { status: 'ok', output: '', seconds: 2.5 } });
  await expect(errors).toHaveCount(0);
  await expect(page.getByText('built in 2.5 s')).toBeVisible();
});

test('says why it isn’t connected, and comes back by itself', async ({ inspector: page, fake }) => {
  fake.change({ connection: { status: 'failed', reason: 'Connection refused; trying again in 2 s' } });
  await expect(page.getByText('Connection refused; trying again in 2 s')).toBeVisible();
  fake.change({ connection: { status: 'connected', reason: null, number: 2 } });
  await expect(page.getByText('Connection refused')).toHaveCount(0);
  fake.hangUp();
  await expect(page.getByText('The inspector ended the connection.')).toBeVisible();
  await expect(page.getByText('The inspector ended the connection.')).toHaveCount(0);
});

test('changes the era, headers and the token', async ({ inspector: page, fake }) => {
  await page.getByRole('button', { name: /^connected/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Connection' });
  await expect(dialog.getByText('Search before you add')).toBeVisible();
  await expect(dialog.getByText('2026-07-28, modern')).toBeVisible();
  await dialog.getByLabel('Legacy').check();
  await dialog.getByRole('button', { name: 'Add a header' }).click();
  await dialog.getByLabel('Name of header 1').fill('X-Tenant');
  await dialog.getByLabel('Value of header 1').fill('a');
  await dialog.getByLabel('Bearer token').fill('secret');
  await dialog.getByRole('button', { name: 'Connect anew' }).click();
  await expect(dialog.getByText('2025-11-25, legacy')).toBeVisible();
  await expect(dialog.getByText('Set: X-Tenant.')).toBeVisible();
  const asked = fake.posted.filter(({ path }) => path === '/api/connect');
  expect(asked.map(({ body }) => body)).toEqual([
    { era: 'legacy', headers: { 'X-Tenant': 'a' }, bearer: 'secret' },
  ]);
});

test('without the token it says what to do', async ({ page, address }) => {
  await page.goto(address.replace(/#.*/, ''));
  await expect(page.getByRole('heading', { name: 'doesn’t let this page in' })).toBeVisible();
});

test('the token leaves the address, and outlives a reload', async ({ inspector: page }) => {
  expect(page.url()).not.toContain('token');
  await page.reload();
  await expect(page.getByRole('link', { name: 'search_books' })).toBeVisible();
});

test('asks for the server’s log messages as each era wants it', async ({ inspector: page, fake }) => {
  const choose = async (level: string) => {
    await page.getByRole('button', { name: /^connected/ }).click();
    await page.getByLabel('Log messages of the server').selectOption(level);
    await page.getByRole('button', { name: 'Close' }).click();
  };
  const last = (method: string) =>
    fake.posted.filter(({ body }) => body.method === method).at(-1)?.body.params;
  await choose('debug');
  await page.getByRole('link', { name: 'show_all' }).click();
  await page.getByRole('button', { name: 'Call show_all' }).click();
  await expect
    .poll(() => last('tools/call'))
    .toMatchObject({ _meta: { 'io.modelcontextprotocol/logLevel': 'debug' } });
  await expect(page.getByLabel('Result', { exact: true })).toBeVisible();
  fake.change({ connection: { era: 'legacy', number: 2 } });
  await expect.poll(() => last('logging/setLevel')).toEqual({ level: 'debug' });
  await choose('error');
  await expect.poll(() => last('logging/setLevel')).toEqual({ level: 'error' });
  await page.getByRole('button', { name: 'Call show_all' }).click();
  await expect.poll(() => last('tools/call')).toEqual({ name: 'show_all', arguments: {} });
});
