import { mkdtemp, open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

it('a file is its owner’s alone, and what is beside it while it is written is gone', async () => {
  const file = path.join(folder, 'session');
  await writeSecretFile(file, Buffer.from('before'));
  await writeSecretFile(file, Buffer.from('now'));
  expect(await readFile(file, 'utf8')).toBe('now');
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['session']);
});

it('of two writes at once both succeed, and the last one stays', async () => {
  const file = path.join(folder, 'printers.json');
  const long = Buffer.alloc(1_000_000, 'a');
  await Promise.all([writeSecretFile(file, long), writeSecretFile(file, Buffer.from('last'))]);
  expect(await readFile(file, 'utf8')).toBe('last');
  expect(await readdir(folder)).toEqual(['printers.json']);
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

/** Calls `synced` instead of syncing any file or folder. */
async function watchSyncs(synced: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.close();
  vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync').mockImplementation(function (
    this: FileHandle,
  ) {
    return synced(this);
  });
}

describe.skipIf(process.platform === 'win32')('the name of a file that was written', () => {
  it('is synced in its folder, after the file and once it has it', async () => {
    const file = path.join(folder, 'jobs.json');
    await writeSecretFile(file, Buffer.from('before'));
    const synced: [string, string][] = [];
    await watchSyncs(async (handle) => {
      const kind = (await handle.stat()).isDirectory() ? 'folder' : 'file';
      synced.push([kind, await readFile(file, 'utf8')]);
    });
    await writeSecretFile(file, Buffer.from('now'));
    expect(synced).toEqual([
      ['file', 'before'],
      ['folder', 'now'],
    ]);
  });

  it.each([
    ['EINVAL', null],
    ['EIO', 'EIO'],
  ])(
    'is there though its folder’s sync ends with %s, and the failure that is told is %s',
    async (code, failure) => {
      await watchSyncs(async (handle) => {
        if ((await handle.stat()).isDirectory()) throw Object.assign(new Error(code), { code });
      });
      const file = path.join(folder, 'jobs.json');
      const failed = await writeSecretFile(file, Buffer.from('now')).catch((error: Error) => error);
      expect(failed instanceof Error ? failed.message : null).toBe(failure);
      expect(await readFile(file, 'utf8')).toBe('now');
    },
  );
});
