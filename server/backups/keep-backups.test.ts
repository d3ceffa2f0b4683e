import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { randomFillSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { askForBackup } from './backup-socket.ts';
import { backupFolder } from './backup-files.ts';
import { createMetrics } from '../http/metrics.ts';
import { keepBackups } from './keep-backups.ts';

/** Seconds of work for the compressor. */
const LARGE = randomFillSync(new Uint8Array(96 * 1024 * 1024)).buffer;
const log = { info: () => undefined, warn: () => undefined, error: vi.fn<(...logged: unknown[]) => void>() };

const partials = (dataDir: string) =>
  readdirSync(dataDir).includes('backups') ? readdirSync(backupFolder(dataDir)) : [];

it('a stop breaks the backup off that is under way for too long, and says so to who asked for it (L12)', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'servery-keep-'));
  const settings = { dataDir, backupEveryMs: 0, backupsKept: 2 };
  const backups = await keepBackups({ dump: async () => LARGE }, settings, log, null, 0);
  const asked = askForBackup(dataDir);
  await vi.waitFor(() => expect(partials(dataDir)).toHaveLength(1));
  await Promise.all([
    expect(asked).rejects.toThrow('The server could not make a backup: The server was stopped meanwhile.'),
    backups.stop(),
  ]);
  expect(partials(dataDir)).toEqual([]);
  rmSync(dataDir, { recursive: true });
});

it('a stop waits for a backup that is nearly made (L12)', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'servery-keep-'));
  const settings = { dataDir, backupEveryMs: 0, backupsKept: 2 };
  const small = LARGE.slice(0, 4 * 1024 * 1024);
  const backups = await keepBackups({ dump: async () => small }, settings, log, null);
  const asked = askForBackup(dataDir);
  await vi.waitFor(() => expect(partials(dataDir)).toHaveLength(1));
  await backups.stop();
  expect(await asked).toBe(path.join(backupFolder(dataDir), String(partials(dataDir)[0])));
  rmSync(dataDir, { recursive: true });
});

it('where the backups that are there cannot be looked at, the log and the metrics say that none is made (L13)', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'servery-keep-'));
  writeFileSync(backupFolder(dataDir), 'a file in the place of the folder');
  const settings = { dataDir, backupEveryMs: 60_000, backupsKept: 2 };
  const metrics = createMetrics();
  log.error.mockClear();
  const backups = await keepBackups({ dump: async () => LARGE }, settings, log, metrics);
  await backups.stop();
  const notThere = expect.objectContaining({ code: 'ENOTDIR' });
  expect(log.error.mock.calls).toEqual([[{ event: 'backup-failed', err: notThere }]]);
  expect(await metrics.text()).toContain('servery_chores_total{chore="backup",outcome="failed"} 1');
  rmSync(dataDir, { recursive: true });
});
