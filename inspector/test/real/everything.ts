/** What the page does with the official `server-everything`, over whatever it is reached by. */

import { expect, open, type testOf } from './fixture.ts';

export function drives(test: ReturnType<typeof testOf>): void {
  test('calls, with what arrives as it was typed', async ({ inspector: page }) => {
    await open(page, 'get-sum');
    await page.locator('#args_a').fill('2.5');
    await page.locator('#args_b').fill('4');
    await page.getByRole('button', { name: 'Call get-sum' }).click();
    await expect(page.getByLabel('Result', { exact: true })).toContainText('The sum of 2.5 and 4 is 6.5.');
  });

  test('shows images, links, and a value that fits its schema', async ({ inspector: page }) => {
    await open(page, 'get-tiny-image');
    await page.getByRole('button', { name: 'Call get-tiny-image' }).click();
    const result = page.getByLabel('Result', { exact: true });
    await expect(result.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0);
    await open(page, 'get-resource-links');
    await page.getByRole('button', { name: 'Call get-resource-links' }).click();
    await expect(result.getByRole('link').first()).toBeVisible();
    await open(page, 'get-structured-content');
    await page.locator('#args_location').selectOption({ label: 'Chicago' });
    await page.getByRole('button', { name: 'Call get-structured-content' }).click();
    await expect(result.getByText('matches the output schema')).toBeVisible();
  });

  test('shows progress, and cancels', async ({ inspector: page }) => {
    await open(page, 'trigger-long-running-operation');
    await page.locator('#args_duration').fill('60');
    await page.locator('#args_steps').fill('600');
    await page.getByRole('button', { name: 'Call trigger-long-running-operation' }).click();
    await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveJSProperty('max', 600);
    await page.getByRole('button', { name: 'Cancel the call' }).click();
    await expect(page.getByText(/cancelled/).first()).toBeVisible();
  });

  test('reads, and gets a prompt with its arguments', async ({ inspector: page }) => {
    await page.getByRole('link', { name: /^Resources/ }).click();
    await page.locator('.entries a').first().click();
    await expect(page.locator('article.single')).toContainText('Everything Server');
    await page.getByRole('link', { name: /^Prompts/ }).click();
    await page.locator('a:has(.entry-name:text-is("args-prompt"))').click();
    await page.getByLabel('city').fill('Rome');
    await page.getByRole('button', { name: 'Get args-prompt' }).click();
    await expect(page.locator('.message')).toContainText('Rome');
  });
}

/** Questions while a call is under way, which need a server that can ask. */
export function asks(test: ReturnType<typeof testOf>): void {
  test('answers a question, declines one, and cancels one', async ({ inspector: page }) => {
    await open(page, 'trigger-elicitation-request');
    const dialog = page.getByRole('dialog', { name: 'The server asks' });
    const result = page.getByLabel('Result', { exact: true });
    for (const [button, said] of [
      ['Decline', 'declined'],
      ['Cancel', 'cancelled'],
    ] as const) {
      await page.getByRole('button', { name: 'Call trigger-elicitation-request' }).click();
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await expect(result).toContainText(said);
    }
    await page.getByRole('button', { name: 'Call trigger-elicitation-request' }).click();
    await dialog.getByRole('textbox', { name: 'name' }).fill('Ada');
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expect(result).toContainText('Ada');
  });

  test('a person answers in the model’s place', async ({ inspector: page }) => {
    await open(page, 'trigger-sampling-request');
    await page.locator('#args_prompt').fill('Which book?');
    await page.getByRole('button', { name: 'Call trigger-sampling-request' }).click();
    await page.getByRole('dialog').getByLabel('Your answer').fill('Dune');
    await page.getByRole('dialog').getByRole('button', { name: 'Answer' }).click();
    await expect(page.getByLabel('Result', { exact: true })).toContainText('Dune');
  });
}
