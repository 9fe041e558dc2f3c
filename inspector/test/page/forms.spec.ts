import { expect, open, sent, test } from './fixture.ts';

test('an order that says only what it must', async ({ inspector: page, fake }) => {
  await open(page, 'order');
  await page.getByLabel('name', { exact: true }).fill('Ada');
  await page.getByRole('button', { name: 'Call order' }).click();
  await expect(page.getByLabel('Result', { exact: true })).toBeVisible();
  expect(sent(fake)).toEqual({ name: 'Ada', urgent: true });
});

test('every kind of field is sent as what it is', async ({ inspector: page, fake }) => {
  await open(page, 'order');
  await page.locator('#args_name').fill('Ada');
  await page.getByLabel('ratio').fill('0.5');
  await page.getByLabel('urgent').selectOption('false');
  await page.getByLabel('gift').selectOption('true');
  await page.getByLabel('day', { exact: true }).fill('2026-07-28');
  await page.getByLabel('genre').selectOption('poetry');
  await page.getByRole('button', { name: 'Add to tags' }).click();
  await page.locator('#args_tags_0').fill('new');
  await page.getByRole('group', { name: 'days' }).getByLabel('tue').check();
  await page.getByRole('button', { name: 'Add to grid' }).click();
  await page.getByRole('button', { name: 'Add to list 1' }).click();
  await page.locator('#args_grid_0_0').fill('7');
  await page.getByLabel('street').fill('Via Roma');
  await page.getByRole('button', { name: 'Add to lines' }).click();
  await page.getByLabel('isbn').fill('978');
  await page.getByLabel('Kind of payment').selectOption('Cash');
  await page.getByLabel('amount').fill('12.5');
  await page.getByLabel('extra').fill('{"any": [1, null]}');
  await page.getByRole('button', { name: 'Add a member' }).click();
  await page.locator('#args_labels_newKey').fill('red');
  await page.getByRole('button', { name: 'Call order' }).click();
  await expect(page.getByLabel('Result', { exact: true })).toBeVisible();
  expect(sent(fake)).toEqual({
    name: 'Ada',
    ratio: 0.5,
    urgent: false,
    gift: true,
    day: '2026-07-28',
    genre: 'poetry',
    tags: ['new'],
    days: ['tue'],
    grid: [[7]],
    address: { street: 'Via Roma' },
    lines: [{ isbn: '978', count: 1 }],
    payment: { kind: 'cash', amount: 12.5 },
    extra: { any: [1, null] },
    labels: { newKey: 'red' },
  });
});

test('the kind of a union can change, and be taken away again', async ({ inspector: page, fake }) => {
  await open(page, 'order');
  await page.locator('#args_name').fill('Ada');
  const kind = page.getByLabel('Kind of payment');
  await expect(kind).toHaveValue('');
  await kind.selectOption('Card');
  await page.getByLabel('number', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Call order' }).click();
  await expect(page.getByLabel('number', { exact: true })).toHaveAccessibleDescription(
    /must match the pattern/,
  );
  await page.getByLabel('number', { exact: true }).fill('1234');
  await page.getByRole('button', { name: 'Call order' }).click();
  await expect
    .poll(() => sent(fake))
    .toEqual({ name: 'Ada', urgent: true, payment: { kind: 'card', number: '1234' } });
  await kind.selectOption('not set');
  await page.getByRole('button', { name: 'Call order' }).click();
  await expect.poll(() => sent(fake)).toEqual({ name: 'Ada', urgent: true });
});

test('items of lists are added, moved and removed, and blank ones are pointed at', async ({
  inspector: page,
  fake,
}) => {
  await open(page, 'order');
  await page.locator('#args_name').fill('Ada');
  const add = page.getByRole('button', { name: 'Add to tags' });
  await add.click();
  await page.locator('#args_tags_0').fill('one');
  await add.click();
  await page.locator('#args_tags_1').fill('two');
  await add.click();
  await page.getByRole('button', { name: 'Call order' }).click();
  await expect(page.locator('#args_tags_2')).toHaveAccessibleDescription(/fill it in, or remove it/);
  await page.getByRole('button', { name: 'Remove item 3' }).click();
  await page.getByRole('button', { name: 'Move item 2 up' }).click();
  await page.getByRole('button', { name: 'Call order' }).click();
  await expect(page.getByLabel('Result', { exact: true })).toBeVisible();
  expect(sent(fake)).toEqual({ name: 'Ada', urgent: true, tags: ['two', 'one'] });
});

test('form and JSON are two views of one value', async ({ inspector: page, fake }) => {
  await open(page, 'order');
  await page.locator('#args_name').fill('Ada');
  const views = page.getByLabel('Write the arguments as');
  await views.getByRole('button', { name: 'JSON' }).click();
  const editor = page.getByLabel('Arguments as JSON');
  await expect(editor).toHaveValue('{\n  "name": "Ada",\n  "urgent": true\n}');
  await editor.fill('{"name": "Bo", "nickname": null, "tags": ["a"], "unknown": {"deep": []}}');
  await views.getByRole('button', { name: 'Form' }).click();
  await expect(page.locator('#args_name')).toHaveValue('Bo');
  await expect(page.locator('#args_tags_0')).toHaveValue('a');
  await views.getByRole('button', { name: 'JSON' }).click();
  await expect(editor).toHaveValue(
    '{"name": "Bo", "nickname": null, "tags": ["a"], "unknown": {"deep": []}}',
  );
  await editor.fill('{"name": ');
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  await expect(views.getByRole('button', { name: 'Form' })).toBeDisabled();
  await editor.fill('{"name": "B"}');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('name must have at least 2 characters')).toBeVisible();
  await page.getByRole('button', { name: 'Send it all the same' }).click();
  await expect.poll(() => sent(fake)).toEqual({ name: 'B' });
});

test('what is written stays while something else is looked at', async ({ inspector: page }) => {
  await open(page, 'search_books');
  await page.getByLabel('query').fill('dune');
  await open(page, 'add_book');
  await page.keyboard.press('Alt+3');
  await expect(page.getByRole('link', { name: 'recommend_books' })).toBeVisible();
  await page.keyboard.press('Alt+1');
  await open(page, 'search_books');
  await expect(page.getByLabel('query')).toHaveValue('dune');
});

test('what isn’t JSON is not sent, nor what was there before', async ({ inspector: page, fake }) => {
  await open(page, 'order');
  await page.locator('#args_name').fill('Ada');
  const extra = page.getByLabel('extra');
  await extra.fill('{"a": 1}');
  await extra.fill('{"a": 1');
  await expect(extra).toHaveAccessibleDescription(/must be JSON/);
  await page.locator('#args_name').fill('Bo');
  await page.getByRole('button', { name: 'Call order' }).click();
  await expect(extra).toBeFocused();
  expect(sent(fake)).toBeUndefined();
  await extra.fill('{"a": 1}');
  await page.getByRole('button', { name: 'Call order' }).click();
  await expect.poll(() => sent(fake)).toEqual({ name: 'Bo', urgent: true, extra: { a: 1 } });
});
