import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { longFiles, longFunctions } from '../../lint/long.js';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'servery-long-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The files that a rule reports when nothing is excepted. */
function over(rule: string, most: number): Set<string> {
  const config = path.join(folder, `${rule}.json`);
  writeFileSync(
    config,
    JSON.stringify({ categories: { correctness: 'off' }, rules: { [rule]: ['error', most] } }),
  );
  const { stdout } = spawnSync('oxlint', ['--config', config, '--format', 'json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] };
  return new Set(diagnostics.map(({ filename }) => filename));
}

it.each([
  { name: 'files', rule: 'max-lines', most: 250, listed: longFiles },
  { name: 'functions', rule: 'max-lines-per-function', most: 60, listed: longFunctions },
])('whoever shortens one takes it off the list of long $name', ({ rule, most, listed }) => {
  const found = over(rule, most);
  expect(listed.filter((file) => !found.has(file))).toEqual([]);
  expect(listed).toEqual([...new Set(listed)].toSorted());
});
