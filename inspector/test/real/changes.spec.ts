import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { State } from '../../src/api/types.ts';
import { connected, ROOT } from './dev.ts';
import { expect, open, testOf } from './fixture.ts';

/** A server of one file, which is built in a moment. */
const SERVER = join(ROOT, 'crates/ferramenta-cli/tests/support/server.rs');
const MANIFEST = '[package]\nname = "probe"\nedition = "2024"\n[workspace]\n';
let source: string;

const test = testOf(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'changes-'));
  source = join(folder, 'src/main.rs');
  await mkdir(join(folder, 'src'));
  await cp(SERVER, source);
  await writeFile(join(folder, 'Cargo.toml'), MANIFEST);
  return {
    args: [folder],
    env: { CARGO_TARGET_DIR: join(folder, 'target') },
    stop: () => rm(folder, { recursive: true }),
  };
});

async function change(old: string, by: string): Promise<void> {
  const text = await readFile(source, 'utf8');
  expect(text).toContain(old);
  await writeFile(source, text.replace(old, by));
}

const compilerErrors = (page: Page) => page.getByLabel('The compiler’s errors');
const hasBuilt = ({ build }: State) => build.status === 'ok';
const builds = ({ build }: State) => build.status === 'building';

test('a change is on the page within two seconds after the build', async ({ inspector: page, running }) => {
  await open(page, 'tell');
  await expect(page.getByText('the first').first()).toBeVisible();
  const begun = running.until(builds);
  await change('the first', 'the second');
  await begun;
  await running.until(hasBuilt);
  await expect(page.getByText('the second').first()).toBeVisible({ timeout: 2000 });
  await expect(page.getByText('the first')).toHaveCount(0);
});

test('an error of the compiler is on the page until it is mended', async ({ inspector: page }) => {
  await change('words.join', 'word.join');
  await expect(compilerErrors(page)).toContainText('cannot find value `word`');
  await expect(page.getByRole('link', { name: 'tell' })).toBeVisible();
  await change('word.join', 'words.join');
  await expect(compilerErrors(page)).toHaveCount(0);
});

test('a server that crashes is shown, with its last words, and comes back', async ({
  inspector: page,
  running,
}) => {
  const { connection } = await running.until(connected);
  const answer = 'let result = if line.contains("server/discover")';
  await change(answer, `if line.contains("tools/call") { panic!("no database"); }\n        ${answer}`);
  await running.until((state) => connected(state) && state.connection.number > connection.number);
  await open(page, 'tell');
  await page.getByRole('button', { name: 'Call tell' }).click();
  await expect(page.getByText(/the server has ended .*no database/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^connected/ })).toBeVisible();
});
