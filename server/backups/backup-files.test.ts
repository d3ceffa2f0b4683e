import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { backupFolder, backupName, pruneBackups, writeWhole } from './backup-files.ts';

const DAY_MS = 24 * 60 * 60_000;

it('a backup into the folder that another command is making is left alone; what nobody writes any more is removed (B5)', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'servery-backup-files-'));
  const folder = backupFolder(dataDir);
  const now = new Date();
  const leave = (name: string, at: Date) => {
    const partial = path.join(folder, `${name}.partial`);
    writeFileSync(partial, 'half');
    utimesSync(partial, at, at);
  };
  const [copy, dump] = ['before-upgrade.tar.gz', backupName(now, 'dump')];
  for (const name of [copy, dump])
    await writeWhole(path.join(folder, name), async (partial) => {
      writeFileSync(partial, 'whole');
      leave('killed-copy.tar.gz', new Date(now.getTime() - DAY_MS - 1));
      leave(backupName(new Date(0), 'dump'), new Date(now.getTime() - DAY_MS - 1));
      leave(backupName(now, 'tar.gz'), now);
      pruneBackups(dataDir, 3, now);
      expect(readdirSync(folder).filter((file) => file.endsWith('.partial'))).toEqual([`${name}.partial`]);
    });
  expect(readdirSync(folder).toSorted()).toEqual([copy, dump].toSorted());
  rmSync(dataDir, { recursive: true });
});
