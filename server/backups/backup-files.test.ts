import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { backupFolder, backupName, removeAbandoned, writeWhole } from './backup-files.ts';
import { embeddedBackups } from './embedded-backups.ts';

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
      removeAbandoned(dataDir, now);
      expect(readdirSync(folder).filter((file) => file.endsWith('.partial'))).toEqual([`${name}.partial`]);
    });
  expect(readdirSync(folder).toSorted()).toEqual([copy, dump].toSorted());
  rmSync(dataDir, { recursive: true });
});

it('what killed backups left is removed also where there is too little room for the next one (B5)', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'servery-backup-files-'));
  const folder = backupFolder(dataDir);
  const now = new Date();
  const killed = backupName(new Date(now.getTime() - 60_000), 'tar.gz');
  const full = embeddedBackups(
    { dump: async () => new ArrayBuffer(100) },
    { dataDir, keep: 3, everyMs: DAY_MS, now: () => now, leastFreeBytes: Number.MAX_SAFE_INTEGER },
  );
  await expect(full.make()).rejects.toThrow('too little room');
  await writeWhole(path.join(folder, 'before-upgrade.tar.gz'), async (partial) => {
    writeFileSync(partial, 'half');
    writeFileSync(path.join(folder, `${killed}.partial`), 'half');
    await expect(full.make()).rejects.toThrow('too little room');
    expect(readdirSync(folder)).toEqual(['before-upgrade.tar.gz.partial']);
  });
  rmSync(dataDir, { recursive: true });
});
