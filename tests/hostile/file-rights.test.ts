import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer } from '../../demo/server-process.ts';
import { lockDataFolder } from '../../server/database/data-folder-lock.ts';
import { putDatabaseInto } from '../../server/testing/database.ts';
import { serverThatEnds } from '../support/servers/server-command.ts';

const folders: string[] = [];
/** A folder with an administrator's default rights: everybody may enter. */
function openFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'servery-data-'));
  folders.push(made);
  chmodSync(made, 0o755);
  return made;
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const rightsOf = (file: string) => statSync(file).mode & 0o777;

/** Files below a folder that other users of the machine could read or write: all folders above allow it. */
function reachable(folder: string): string[] {
  if (!(rightsOf(folder) & 0o011)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return reachable(name);
    return rightsOf(name) & 0o066 ? [name] : [];
  });
}

describe.skipIf(process.platform === 'win32' || process.env['DATABASE_URL'])(
  'other users of the machine',
  { timeout: 120_000 },
  () => {
    it('reach no file of a server whose folder was open before it started', async () => {
      const dataDir = openFolder();
      await putDatabaseInto(dataDir);
      chmodSync(dataDir, 0o755);
      chmodSync(path.join(dataDir, 'pglite'), 0o755);
      expect(reachable(dataDir).length, 'they do before it starts').toBeGreaterThan(100);
      const server = await startServer({ dataDir, port: 0 });
      expect(reachable(dataDir)).toEqual([]);
      expect([rightsOf(dataDir), rightsOf(path.join(dataDir, 'pglite'))]).toEqual([0o700, 0o700]);
      // If the outer folder is opened again, nothing that was written since can be read.
      chmodSync(dataDir, 0o755);
      expect(reachable(dataDir)).toEqual([]);
      server.process.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    });

    it('a folder with other things in it is not closed to their owners; the server says so and ends', async () => {
      const dataDir = openFolder();
      writeFileSync(path.join(dataDir, 'somebody-elses.txt'), '');
      const { code, errors } = await serverThatEnds({ DATA_DIR: dataDir, TOKEN_SECRET: 'x'.repeat(40) });
      expect([code, errors]).toEqual([
        1,
        expect.stringContaining(`Other users of this machine can enter the data folder ${dataDir}`),
      ]);
      expect(rightsOf(dataDir)).toBe(0o755);
      expect(readdirSync(dataDir)).toEqual(['somebody-elses.txt']);
    });

    it('a folder that everybody keeps things in is refused', () => {
      const dataDir = openFolder();
      chmodSync(dataDir, 0o1777);
      expect(() => lockDataFolder(dataDir)).toThrow('Other users of this machine can enter');
    });

    it.skipIf(process.getuid?.() !== 0)('a folder of another user’s is refused', () => {
      const dataDir = openFolder();
      chownSync(dataDir, 12_345, -1);
      expect(() => lockDataFolder(dataDir)).toThrow('Other users of this machine can enter');
    });

    it('a folder that is the owner’s alone may hold anything', () => {
      const dataDir = openFolder();
      chmodSync(dataDir, 0o700);
      mkdirSync(path.join(dataDir, 'notes'));
      lockDataFolder(dataDir).release();
      expect(rightsOf(dataDir)).toBe(0o700);
    });
  },
);
