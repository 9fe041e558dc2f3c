import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** A Chromium that the system has installed; else Playwright's own. */
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env.CHROMIUM ?? SYSTEM.find((path) => existsSync(path));

export default defineConfig({
  projects: [
    { name: 'page', testDir: 'test/page' },
    { name: 'real', testDir: 'test/real', fullyParallel: false },
    { name: 'pace', testDir: 'test/pace', fullyParallel: false, workers: 1 },
  ],
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: true,
  // generous, as a machine may have other things to do
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: process.env.CI ? 2 : undefined,
  reporter: 'list',
  use: {
    viewport: { width: 1200, height: 800 },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] },
    trace: 'off',
  },
});
