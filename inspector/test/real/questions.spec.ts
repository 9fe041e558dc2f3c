import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from './dev.ts';
import { expect, open, testOf } from './fixture.ts';

/** The server of the conformance suite, which asks in every way there is. */
const test = testOf(() => ({ args: [join(ROOT, 'conformance')] }));

async function call(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Call ${name}` }).click();
}

const result = (page: Page) => page.getByLabel('Result', { exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'The server asks' });

async function connect(page: Page, era: 'Legacy' | 'Modern'): Promise<void> {
  await page.getByRole('button', { name: /^connected/ }).click();
  await page.getByRole('dialog').getByLabel(era).check();
  await page.getByRole('button', { name: 'Connect anew' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(
    page.getByRole('button', { name: new RegExp(`^connected .*${era.toLowerCase()}`) }),
  ).toBeVisible();
}

for (const era of ['Modern', 'Legacy'] as const) {
  test(`a question is answered, declined and cancelled, ${era}`, async ({ inspector: page }) => {
    await connect(page, era);
    await open(page, 'test_elicitation');
    await page.locator('#args_message').fill('Who are you?');
    for (const [button, said] of [
      ['Decline', 'The user declined'],
      ['Cancel', 'The user cancelled'],
    ] as const) {
      await call(page, 'test_elicitation');
      await expect(question(page).getByText('Who are you?')).toBeVisible();
      await question(page).getByRole('button', { name: button, exact: true }).click();
      await expect(result(page)).toContainText(said);
    }
    await call(page, 'test_elicitation');
    await question(page).getByRole('button', { name: 'Accept' }).click();
    await expect(question(page).getByLabel('username')).toHaveAccessibleDescription(/is required/);
    await question(page).getByLabel('username').fill('ada');
    await question(page).getByLabel('email').fill('ada@example.com');
    await question(page).getByRole('button', { name: 'Accept' }).click();
    await expect(result(page)).toContainText('User response: ada, ada@example.com');
  });

  test(`progress is in the log, ${era}`, async ({ inspector: page }) => {
    await connect(page, era);
    await open(page, 'test_tool_with_progress');
    await call(page, 'test_tool_with_progress');
    await expect(result(page)).toBeVisible();
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByLabel('Filter messages').fill('notifications/progress');
    await expect(page.locator('.row').filter({ hasText: '50 of 100' }).first()).toBeVisible();
  });
}

test('what a question begins with is sent when nothing is changed', async ({ inspector: page }) => {
  await open(page, 'test_elicitation_sep1034_defaults');
  await call(page, 'test_elicitation_sep1034_defaults');
  await expect(question(page).getByLabel('score')).toHaveValue('95.5');
  await question(page).getByRole('button', { name: 'Accept' }).click();
  await expect(result(page)).toContainText('Elicitation completed: John Doe, 30');
});
