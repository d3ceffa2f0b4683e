import { defineConfig } from 'playwright/test';
import { waits } from '../support/runner/waits.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/desktop',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A test spends most of its time waiting.
  workers: 3,
  forbidOnly: true,
  use: waits,
});
