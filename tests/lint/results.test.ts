import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { vitestResults } from '../support/runner/results.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'servery-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const passed = { fullName: 'a sum is right', status: 'passed', failureMessages: [] };
const failed = { fullName: 'a sum is wrong', status: 'failed', failureMessages: ['expected 1 to be 2'] };
const file = { name: path.resolve('a.test.ts'), status: 'failed', message: '' };

it.each([
  [
    'its tests passed and a hook failed',
    { ...file, message: 'ENOTEMPTY', assertionResults: [passed] },
    'ENOTEMPTY',
  ],
  ['it could not be loaded', { ...file, message: 'SyntaxError', assertionResults: [] }, 'SyntaxError'],
  ['a test failed', { ...file, assertionResults: [passed, failed] }, 'expected 1 to be 2'],
])('a file of which %s has one failed result, with the reason', async (_what, of, reason) => {
  const report = path.join(folder, 'report.json');
  writeFileSync(report, JSON.stringify({ testResults: [of] }));
  const results = (await vitestResults(report)).filter(({ state }) => state === 'failed');
  expect(results).toEqual([expect.objectContaining({ file: 'a.test.ts', error: reason })]);
});
