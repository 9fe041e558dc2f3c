import { expect, open, sent, test } from './fixture.ts';

test('a schema that contains itself is as deep as somebody wants', async ({ inspector: page, fake }) => {
  await open(page, 'plant_tree');
  await page.locator('#args_name').fill('books');
  await page.getByRole('button', { name: 'Add to children' }).last().click();
  await page.locator('#args_children_0_name').fill('poetry');
  await page.getByRole('button', { name: 'Call plant_tree' }).click();
  await expect.poll(() => sent(fake)).toEqual({ name: 'books', children: [{ name: 'poetry' }] });
});

test('a moment is sent with its time zone, a constant as itself', async ({ inspector: page, fake }) => {
  await open(page, 'plant_tree');
  await page.locator('#args_name').fill('books');
  await page.locator('#args_when').fill('2026-07-28T09:30');
  await page.locator('#args_mode').selectOption('fast');
  await page.getByRole('button', { name: 'Call plant_tree' }).click();
  const when = await page.evaluate(() => new Date('2026-07-28T09:30').toISOString());
  await expect.poll(() => sent(fake)).toEqual({ name: 'books', when, mode: 'fast' });
});

test('integers beyond 2^53 are sent as they are written in JSON, and refused in the form', async ({
  inspector: page,
}) => {
  await open(page, 'plant_tree');
  await page.locator('#args_name').fill('books');
  await page.locator('#args_id').fill('9007199254740993');
  await page.getByRole('button', { name: 'Call plant_tree' }).click();
  await expect(page.locator('#args_id')).toHaveAccessibleDescription(/too large for this page/);
  await page.getByRole('button', { name: 'JSON' }).click();
  await page.getByLabel('Arguments as JSON').fill('{"name": "books", "id": 9007199254740993}');
  await page.getByRole('button', { name: 'Form' }).click();
  await page.locator('#args_name').fill('other books');
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.postData()?.includes('tools/call') ?? false),
    page.getByRole('button', { name: 'Call plant_tree' }).click(),
  ]);
  expect(request.postData()).toContain('"name":"other books","id":9007199254740993');
});

test('a schema that can’t be used leaves the JSON', async ({ inspector: page, fake }) => {
  await open(page, 'broken_schema');
  await expect(page.getByText('The schema makes no form')).toBeVisible();
  await page.getByRole('button', { name: 'JSON' }).click();
  await page.getByLabel('Arguments as JSON').fill('{"it": 1}');
  await page.getByRole('button', { name: 'Call broken_schema' }).click();
  await expect(page.getByText('The schema can’t be used')).toBeVisible();
  await page.getByRole('button', { name: 'Send it all the same' }).click();
  await expect.poll(() => sent(fake)).toEqual({ it: 1 });
});

test('a tool without a schema can be called', async ({ inspector: page, fake }) => {
  await open(page, 'no_schema');
  await page.getByRole('button', { name: 'Call no_schema' }).click();
  await expect.poll(() => sent(fake)).toEqual({});
});
