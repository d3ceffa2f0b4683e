import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeSecretFile } from './atomic-file.ts';

/** As on Windows while another program has a file open: so many of the next renames are refused, with this code. */
const held = await vi.hoisted(async () => {
  const { default: fs } = await import('node:fs');
  const { rename } = fs;
  const held = { times: 0, code: '' };
  const flaky = (from: string, to: string, done: (error: Error | null) => void) =>
    held.times-- > 0
      ? done(Object.assign(new Error(held.code), { code: held.code }))
      : rename(from, to, done);
  fs.rename = flaky as typeof rename;
  return held;
});

let folder: string;
beforeEach(async () => {
  held.times = 0;
  folder = await mkdtemp(path.join(tmpdir(), 'servery-atomic-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a file is its owner’s alone, and what is beside it while it is written is gone', async () => {
  const file = path.join(folder, 'session');
  await writeSecretFile(file, Buffer.from('before'));
  await writeSecretFile(file, Buffer.from('now'));
  expect(await readFile(file, 'utf8')).toBe('now');
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['session']);
});

it.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file that another program holds (%s) is written once it lets go',
  async (code) => {
    Object.assign(held, { times: 3, code });
    const file = path.join(folder, 'jobs.json');
    await writeSecretFile(file, Buffer.from('printed'));
    expect(await readFile(file, 'utf8')).toBe('printed');
    expect(held.times).toBeLessThan(0);
  },
);

it('what no waiting mends fails at once and leaves what was there', async () => {
  const file = path.join(folder, 'jobs.json');
  await writeSecretFile(file, Buffer.from('before'));
  Object.assign(held, { times: 1, code: 'EROFS' });
  await expect(writeSecretFile(file, Buffer.from('now'))).rejects.toThrow('EROFS');
  expect(held.times).toBe(0);
  expect(await readFile(file, 'utf8')).toBe('before');
});
