import { defineConfig } from 'playwright/test';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { waits } from '../support/runner/waits.ts';

/** What these test is missing in a headless shell: notifications, and pushes. */
const wholeBrowser = ['guest-notifications', 'kept-sign-in', 'rungs'].map((name) => `**/${name}.spec.ts`);
const { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: shell = chromium } = process.env;
const startedBy = (executablePath?: string) => ({
  launchOptions: { args: chromiumArgs, ...(executablePath && { executablePath }) },
});

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/web',
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Two keep two processors busy, and another suite runs beside them.
  workers: 2,
  forbidOnly: true,
  use: {
    ...waits,
    browserName: 'chromium',
    viewport: { width: 1366, height: 768 },
    // A service worker would hide requests from page.route; its own test allows it.
    serviceWorkers: 'block',
    // Permission is given at once: a refusal would show a message at any time. Separate tests cover a person's
    // answers.
    permissions: ['notifications'],
    // No trace: writing one is a third of the work. The command line can ask for one: --trace on.
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'whole browser', testMatch: wholeBrowser, use: startedBy(chromium) },
    { name: 'headless shell', testIgnore: wholeBrowser, use: startedBy(shell) },
  ],
});
