import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { embeddedBackups, restoreEmbedded } from '../../server/backups/embedded-backups.ts';
import { openPglite } from '../../server/database/pglite-database.ts';
import { onPostgres, putDatabaseInto } from '../../server/testing/database.ts';
import { commandOfUser, serverCommand, serverThatEnds } from '../support/servers/server-command.ts';
import { shortLived } from '../support/servers/short-lived.ts';
import { temporaryFolders } from '../support/servers/temporary-folders.ts';

const folder = temporaryFolders('refused');
const NO_ROOM = /^There is too little room in .*: \d+ MB must be free\. The backup is untouched\.$/;

describe.skipIf(onPostgres)('a sound backup that cannot be restored here', { timeout: 120_000 }, () => {
  let backup: string;
  beforeAll(async () => {
    const dataDir = folder();
    await putDatabaseInto(dataDir);
    const database = await openPglite({ dataDir });
    const options = { dataDir, keep: 1, everyMs: 0, now: () => new Date() };
    backup = await embeddedBackups(database, options).make();
    await database.close();
  });
  const left = (dataDir: string) => readdirSync(dataDir).filter((name) => !name.startsWith('lock'));

  it('makes no folder where its name is mistyped, or is that of the folder it lies in (B5)', async () => {
    const dataDir = path.join(folder(), 'typo');
    const beside = path.dirname(backup);
    const none = path.join(beside, 'typo.tar.gz');
    const mistyped = [
      [none, `There is no file ${none}.`],
      [beside, `${beside} is a folder. Name the backup in it.`],
    ] as const;
    for (const [name, errors] of mistyped)
      expect(await serverCommand('restore', [name], { DATA_DIR: dataDir })).toMatchObject({
        code: 1,
        errors,
      });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('is restored once where two do so at once, and the other says that the folder is in use (B5)', async () => {
    const dataDir = folder();
    const both = await Promise.allSettled([1, 2].map(() => restoreEmbedded(backup, dataDir)));
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused).toEqual([expect.stringContaining(`already uses the data folder ${dataDir}`)]);
    expect(left(dataDir)).toEqual(['pglite']);
    const restored = await openPglite({ dataDir });
    await restored.close();
  });

  it('is not called damaged where the disk has too little room for it (B5)', async () => {
    const dataDir = folder();
    const full = restoreEmbedded(backup, dataDir, { free: () => 70 * 1024 * 1024 });
    await expect(full).rejects.toThrow(NO_ROOM);
    expect(left(dataDir)).toEqual([]);
    await restoreEmbedded(backup, dataDir);
  });

  it('is not called damaged where the disk fills up meanwhile (B5)', async () => {
    const dataDir = folder();
    const bytes = gunzipSync(readFileSync(backup));
    const cut = path.join(folder(), 'cut.tar.gz');
    writeFileSync(cut, gzipSync(bytes.subarray(0, bytes.length / 2)));
    const whole = restoreEmbedded(cut, dataDir);
    await expect(whole).rejects.toThrow(/^This version cannot open what is in the backup \(.+\)\.$/);
    const frees = [1e12, 0];
    const full = restoreEmbedded(cut, dataDir, { free: () => frees.shift() ?? 0 });
    await expect(full).rejects.toThrow(NO_ROOM);
    expect(left(dataDir)).toEqual([]);
  });

  it('and was killed while it was restored: no server begins with an empty database instead, and it can be restored again (B5)', async () => {
    const dataDir = folder();
    const killed = spawn(process.execPath, [...shortLived, 'server/commands/restore.ts', backup], {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
      stdio: 'ignore',
    });
    const ended = once(killed, 'exit');
    const restoring = path.join(dataDir, 'restoring');
    await vi.waitFor(() => expect(existsSync(restoring)).toBe(true), { timeout: 30_000, interval: 5 });
    killed.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(left(dataDir)).toEqual(['restoring']);
    expect(await serverThatEnds({ DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`run it again (npm run restore -- FILE), or remove ${restoring}`),
    });
    expect(left(dataDir)).not.toContain('pglite');
    const again = await serverCommand('restore', [backup], { DATA_DIR: dataDir });
    expect(again).toMatchObject({ code: 0, errors: '' });
    expect(left(dataDir)).toEqual(['pglite', 'token-secret']);
  });

  it('and whose database was put aside: no server begins with an empty one before it is restored (B5)', async () => {
    const dataDir = folder();
    const [beside, aside] = ['backups', 'pglite.broken'].map((name) => path.join(dataDir, name));
    assert(beside !== undefined && aside !== undefined);
    mkdirSync(beside);
    mkdirSync(aside);
    const file = path.join(beside, path.basename(backup));
    copyFileSync(backup, file);
    const refused = await serverThatEnds({ DATA_DIR: dataDir });
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain(
      `npm run restore -- ${file}. To begin with an empty database, keep ${beside}, ${aside}`,
    );
    const admin = await serverCommand(
      'admin',
      ['add', 'olga@example.test'],
      { DATA_DIR: dataDir },
      'a long password',
    );
    expect(admin).toMatchObject({ code: 1, errors: refused.errors });
    rmSync(aside, { recursive: true });
    expect(await serverThatEnds({ DATA_DIR: dataDir })).toMatchObject({ code: 1 });
    renameSync(file, file.replace('.tar.gz', '.dump'));
    expect((await serverThatEnds({ DATA_DIR: dataDir })).errors).toContain('name that in DATABASE_URL');
    rmSync(beside, { recursive: true });
    mkdirSync(aside);
    expect((await serverThatEnds({ DATA_DIR: dataDir })).errors).toContain('npm run restore -- FILE');
    expect(left(dataDir)).toEqual(['pglite.broken', 'token-secret']);
    expect(await serverCommand('restore', [backup], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      errors: '',
    });
  });

  it.skipIf(process.platform === 'win32')(
    'is not called damaged, or missing, where this user may not read it (B5)',
    async () => {
      const around = folder();
      const dataDir = folder();
      chmodSync(around, 0o755);
      if (process.getuid?.() === 0) chownSync(dataDir, 65_534, 65_534);
      const closed = path.join(around, 'closed.tar.gz');
      writeFileSync(closed, readFileSync(backup), { mode: 0 });
      const inside = path.join(around, 'inside');
      mkdirSync(inside, { mode: 0 });
      for (const file of [closed, path.join(inside, 'servery.tar.gz')])
        expect(await commandOfUser('restore', [file], { DATA_DIR: dataDir })).toMatchObject({
          code: 1,
          errors: `You may not read ${file}.`,
        });
      const none = path.join(around, 'none.tar.gz');
      expect((await commandOfUser('restore', [none], { DATA_DIR: dataDir })).errors).toBe(
        `There is no file ${none}.`,
      );
      chmodSync(inside, 0o700);
    },
  );
});

it.skipIf(onPostgres)(
  'a backup to a named file, made while the server is stopped, neither adds to those beside the database nor removes one (D42)',
  { timeout: 120_000 },
  async () => {
    const dataDir = folder();
    await putDatabaseInto(dataDir);
    const beside = path.join(dataDir, 'backups');
    mkdirSync(beside);
    const older = ['servery-2026-01-01T00-00-00.000Z.tar.gz', 'servery-2026-01-02T00-00-00.000Z.tar.gz'];
    for (const name of older) writeFileSync(path.join(beside, name), '');
    const file = path.join(folder(), 'saved.tar.gz');
    const made = await serverCommand('backup', [file], { DATA_DIR: dataDir, BACKUPS_KEPT: '1' });
    expect(made).toEqual({ code: 0, printed: file, errors: '' });
    expect(readdirSync(beside)).toEqual(older);
    await restoreEmbedded(file, folder());
  },
);

it.skipIf(onPostgres || process.platform === 'win32')(
  'a command whose user may not look into a folder says so, and not that nothing is there (D42)',
  { timeout: 120_000 },
  async () => {
    const around = folder();
    chmodSync(around, 0o755);
    const dataDir = path.join(around, 'data');
    await putDatabaseInto(dataDir);
    const secret = path.join(dataDir, 'token-secret');
    chmodSync(dataDir, 0);
    const asUser = `You may not read ${dataDir}: run this as the server's user.`;
    const commands: [string, string[]][] = [
      ['backup', []],
      ['admin', ['list']],
      ['verify-reports', []],
    ];
    for (const [name, args] of commands)
      expect((await commandOfUser(name, args, { DATA_DIR: dataDir })).errors).toContain(asUser);
    const settings = { DATA_DIR: dataDir, TOKEN_SECRET_FILE: secret };
    expect((await commandOfUser('admin', ['list'], settings)).errors).toBe(
      'You may not read the file of TOKEN_SECRET_FILE.',
    );
    chmodSync(dataDir, 0o700);
  },
);
