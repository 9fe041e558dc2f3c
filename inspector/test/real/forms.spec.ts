import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Case } from './case.ts';
import { CASES } from './cases.ts';
import { expect, open, testOf } from './fixture.ts';

const SERVER = join(import.meta.dirname, 'servers/forms.mjs');
let received: string;

/** A server with a tool for each case. */
const test = testOf(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forms-'));
  const tools = join(folder, 'tools.json');
  received = join(folder, 'received');
  const list = Object.values(CASES)
    .flat()
    .map(({ name, takes, rules }) => ({
      name,
      inputSchema: { type: 'object', properties: takes, ...rules },
    }));
  await writeFile(tools, JSON.stringify(list));
  await writeFile(received, '');
  return {
    args: ['--', process.execPath, SERVER, tools, received],
    stop: () => rm(folder, { recursive: true }),
  };
});

/** The lines of a tool's calls, as they came out of the server's pipe. */
async function calls(name: string): Promise<string[]> {
  const lines = (await readFile(received, 'utf8')).split('\n');
  return lines.filter((line) => line !== '' && JSON.parse(line).params.name === name);
}

async function tries(page: Page, { name, does, arrives, line: written = '' }: Case): Promise<void> {
  await open(page, name);
  await does?.(page);
  await page.getByRole('button', { name: `Call ${name}` }).click();
  await expect(page.getByText('It has arrived.')).toBeVisible();
  const [line = '{}', ...others] = await calls(name);
  expect(others).toEqual([]);
  expect(JSON.parse(line).params.arguments).toEqual(arrives);
  expect(line).toContain(written);
}

for (const [kind, cases] of Object.entries(CASES)) {
  test(`what arrives of forms: ${kind}`, async ({ inspector: page }) => {
    test.slow();
    for (const each of cases)
      await test.step(`${each.name}: ${JSON.stringify(each.arrives)}`, () => tries(page, each));
  });
}
