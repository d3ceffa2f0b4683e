import type { FastifyBaseLogger } from 'fastify';
import type { PgliteDatabase } from '../database/pglite-database.ts';
import { repeatedChore } from '../core/repeated-chore.ts';
import type { Metrics } from '../http/metrics.ts';
import { listBackups } from './backup-files.ts';
import { answerBackups } from './backup-socket.ts';
import { embeddedBackups } from './embedded-backups.ts';

/** How often the age of the newest backup is checked. */
const LOOK_EVERY_MS = 60_000;
/** How long a stop waits for the backup that is under way. The database is closed after it, and needs time too. */
const ENDS_WITHIN_MS = 5_000;

/** The folder of the backups, how often one is made (0: never), and how many remain. */
export type BackupSettings = { dataDir: string; backupEveryMs: number; backupsKept: number };

export type RunningBackups = { stop(): Promise<void> };

/**
 * Backs the embedded database up at its interval, and whenever `npm run backup` asks, while the server runs.
 */
export async function keepBackups(
  database: Pick<PgliteDatabase, 'dump'>,
  config: BackupSettings,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  metrics: Metrics | null,
  endsWithinMs = ENDS_WITHIN_MS,
): Promise<RunningBackups> {
  const { dataDir, backupsKept: keep, backupEveryMs: everyMs } = config;
  const backups = embeddedBackups(database, { dataDir, keep, everyMs, now: () => new Date() });

  async function make(): Promise<string> {
    const file = await backups.make();
    log.info({ event: 'backup-made', file });
    metrics?.choreRan('backup', 'done');
    return file;
  }
  function failed(error: unknown): void {
    log.error({ event: 'backup-failed', err: error });
    metrics?.choreRan('backup', 'failed');
  }

  const rhythm = repeatedChore(
    async () => {
      if (backups.due()) await make();
      return false;
    },
    LOOK_EVERY_MS,
    failed,
  );
  const makeAsked = () =>
    make().catch((error: unknown) => {
      failed(error);
      throw error;
    });
  // A path that is too long for a socket must not stop the server.
  const socket = await answerBackups(dataDir, makeAsked).catch((error: unknown) => {
    log.warn({ event: 'no-backup-socket', err: error });
    return null;
  });
  if (everyMs > 0) void rhythm.look();
  return {
    async stop() {
      const late = setTimeout(backups.breakOff, endsWithinMs);
      await Promise.all([rhythm.stop(), socket?.close()]);
      clearTimeout(late);
    },
  };
}

/** What an operator can do about a database that does not open. */
export function wayBack(dataDir: string): string {
  const newest = listBackups(dataDir).at(-1);
  if (newest === undefined)
    return 'There is no backup beside it: restore one from elsewhere into another folder, and name that in DATA_DIR.';
  return `The newest backup is ${newest}. To go back to it, keep the folder pglite somewhere else, then: npm run restore -- ${newest}`;
}
