import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { whyNotFirst } from './first-till.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-first-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const held = (by: string) => symlinkSync(by, path.join(folder, 'SingletonLock'));

it('another till that runs is reason enough, whatever may be done in its folder', () => {
  held(`${hostname()}-${process.pid}`);
  chmodSync(folder, 0o500);
  expect(whyNotFirst(folder, 'linux')).toBeNull();
});

it('a till on another computer that shares the folder is one, too', () => {
  held('another-computer-77');
  expect(whyNotFirst(folder, 'linux')).toBeNull();
});

it.each(['linux', 'win32'] as const)('%s: a folder that cannot be used is named', (platform) => {
  const missing = path.join(folder, 'nowhere');
  expect(whyNotFirst(missing, platform)).toContain(missing);
});

it('a lock that a dead till left is no till', () => {
  held(`${hostname()}-999999999`);
  chmodSync(folder, 0o500);
  // Root may write anywhere.
  const why = process.getuid?.() === 0 ? null : expect.stringContaining(folder);
  expect(whyNotFirst(folder, 'linux')).toEqual(why);
  chmodSync(folder, 0o700);
});
