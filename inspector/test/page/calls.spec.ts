import { expect, open, test } from './fixture.ts';

test('shows every kind of content', async ({ inspector: page }) => {
  await open(page, 'show_all');
  await page.getByRole('button', { name: 'Call show_all' }).click();
  const result = page.getByLabel('Result', { exact: true });
  await expect(result.getByText('Plain words.')).toBeVisible();
  await expect(result.getByRole('heading', { name: 'Shelves' })).toBeVisible();
  await expect(result.getByRole('cell', { name: 'fiction' })).toBeVisible();
  await expect(result.getByRole('img')).toHaveJSProperty('naturalWidth', 1);
  await expect(result.locator('audio')).toBeVisible();
  await expect(result.getByLabel('Bytes in hexadecimal')).toContainText('66 65 72 72 61 6d 65 6e 74 61');
  await result.getByRole('link', { name: 'Opening hours' }).click();
  await expect(page.getByText('Monday to Saturday, 9 to 18')).toBeVisible();
});

test('checks the structured value against the output schema', async ({ inspector: page }) => {
  await open(page, 'count_stock');
  await page.getByRole('button', { name: 'Call count_stock' }).click();
  const value = page.getByRole('region', { name: 'Structured value' });
  await expect(value.getByText('matches the output schema')).toBeVisible();
  await value.getByRole('button', { name: /shelves/ }).click();
  await expect(value.getByText('"poetry"')).toHaveCount(0);
  await page.getByLabel('wrong').selectOption('true');
  await page.getByRole('button', { name: 'Call count_stock' }).click();
  await expect(value.getByText('total must be a whole number')).toBeVisible();
});

test('an error of the tool is one', async ({ inspector: page }) => {
  await open(page, 'fail');
  await page.getByRole('button', { name: 'Call fail' }).click();
  const result = page.getByLabel('Result', { exact: true });
  await expect(result.getByText('tool error')).toBeVisible();
  await expect(result.getByText('The till is jammed')).toBeVisible();
});

test('progress is a bar, and a call can be cancelled', async ({ inspector: page }) => {
  await open(page, 'take_inventory');
  await page.getByRole('button', { name: 'Call take_inventory' }).click();
  const bar = page.getByRole('progressbar', { name: 'Progress' });
  await expect(bar).toHaveJSProperty('value', 2);
  await expect(bar).toHaveJSProperty('max', 5);
  await expect(page.getByText('Counting poetry')).toBeVisible();
  await expect(page.getByText('info shelves: fiction is done')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the call' }).click();
  await expect(page.getByText('The call was cancelled.')).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('a question of the server is a form, checked, accepted', async ({ inspector: page }) => {
  await open(page, 'reserve');
  await page.getByRole('button', { name: 'Call reserve' }).click();
  const dialog = page.getByRole('dialog', { name: 'The server asks' });
  await expect(dialog.getByText('For whom shall the book be kept?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog.getByLabel('Your name')).toHaveAccessibleDescription(/is required/);
  await dialog.getByLabel('Your name').fill('Ada');
  await dialog.getByRole('checkbox', { name: 'tue' }).check();
  await dialog.getByLabel('shelf').selectOption('In the back');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('The text as JSON')).toContainText('"accept"');
  await expect(page.getByLabel('The text as JSON')).toContainText(
    'name: "Ada"days: [ 1 item ]0: "tue"shelf: "b"',
  );
});

for (const [button, action] of [
  ['Decline', 'decline'],
  ['Cancel', 'cancel'],
] as const) {
  test(`a question can be answered with ${action}`, async ({ inspector: page }) => {
    await open(page, 'reserve');
    await page.getByRole('button', { name: 'Call reserve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await expect(page.getByLabel('The text as JSON')).toContainText(`action: "${action}"`);
  });
}

test('a page to visit is shown, not opened', async ({ inspector: page, fake }) => {
  const answer = fake.ask({
    mode: 'url',
    message: 'Log in, please.',
    url: 'https://shop.example/login',
    elicitationId: '1',
  });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link')).toHaveAttribute('href', 'https://shop.example/login');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  expect(await answer).toEqual({ action: 'accept' });
});

test('a person answers in the model’s place', async ({ inspector: page, fake }) => {
  const asked = {
    messages: [{ role: 'user', content: { type: 'text', text: 'Which book?' } }],
    maxTokens: 50,
  };
  const answer = fake.ask(asked, 'sampling/createMessage');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Which book?')).toBeVisible();
  await dialog.getByLabel('Your answer').fill('Dune');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  expect(await answer).toMatchObject({ role: 'assistant', content: { type: 'text', text: 'Dune' } });
});
