import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
const fails = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};
/** The folder is somebody else's. Given, since root may use every folder. */
const locked = { mayUse: fails('EACCES'), runs: (processId: number) => void process.kill(processId, 0) };

it('another till that runs is reason enough, whatever may be done in its folder', () => {
  held(`${hostname()}-${process.pid}`);
  expect(whyNotFirst(folder, 'linux', locked)).toBeNull();
});

it('so is one that belongs to somebody else', () => {
  held(`${hostname()}-77`);
  expect(whyNotFirst(folder, 'linux', { ...locked, runs: fails('EPERM') })).toBeNull();
});

it('a till on another computer that shares the folder is one, too', () => {
  held('another-computer-77');
  expect(whyNotFirst(folder, 'linux', { ...locked, runs: fails('ESRCH') })).toBeNull();
});

it('a lock that a dead till left is no till', () => {
  held(`${hostname()}-999999999`);
  expect(whyNotFirst(folder, 'linux', locked)).toContain(folder);
});

it('where another till runs and the folder can be used, nothing is wrong', () => {
  expect(whyNotFirst(folder, 'win32')).toBeNull();
});

it.each(['linux', 'win32'] as const)('%s: a folder that cannot be used is named', (platform) => {
  const missing = path.join(folder, 'nowhere');
  expect(whyNotFirst(missing, platform)).toContain(missing);
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(whyNotFirst(file, platform)).toContain(file);
});
