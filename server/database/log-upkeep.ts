import type { PGlite } from '@electric-sql/pglite';

/**
 * Log written between two checkpoints. Reopening after a crash reads at most this much, in a fraction of a second.
 */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
/** Log written between two vacuums, at least. */
const VACUUM_BYTES = 16 * 1024 * 1024;
/**
 * Less than any order writes. Tills report that they listen every few seconds all day, which must not count as
 * activity.
 */
const LITTLE_BYTES = 1024;
const LOOK_EVERY_MS = 10_000;

/** PostgreSQL keeps the log files since the last checkpoint, and some more to reuse. */
export const upkeepStartParams = ['-c', 'max_wal_size=128MB'];

export type LogUpkeep = {
  /** Call after each flush, with the current end of the log (`pg_lsn` as text). */
  flushed(logEnd: string): void;
  /** Runs a checkpoint if one is due. Later statements wait for it, so call it only after answers were sent. */
  checkpointIfDue(): Promise<void>;
};

/**
 * Does what PostgreSQL leaves to background processes, which PGlite lacks. Without checkpoints the log is never cut
 * (1.6 GB after 1.6 GB of writes, and 5 s to reopen); without vacuum dead rows stay and the planner's statistics grow
 * old. A vacuum waits for a quiet minute, since it takes seconds on a large table.
 * `whileIdle` runs its task unless the database has something else to do.
 */
export function logUpkeep(
  db: PGlite,
  { quietMs, whileIdle }: { quietMs: number; whileIdle: (task: () => Promise<void>) => void },
): LogUpkeep {
  let logEnd = 0;
  let checkpointedAt: number | null = null;
  let vacuumedAt: number | null = null;
  let lastWrite = Date.now();

  setInterval(
    () => {
      const changed = vacuumedAt !== null && logEnd - vacuumedAt >= VACUUM_BYTES;
      if (!changed || Date.now() - lastWrite < quietMs) return;
      whileIdle(async () => {
        vacuumedAt = logEnd;
        await db.exec('vacuum (analyze)');
      });
    },
    Math.min(LOOK_EVERY_MS, quietMs),
  ).unref();

  return {
    flushed(end) {
      const before = logEnd;
      logEnd = bytesOf(end);
      if (logEnd - before >= LITTLE_BYTES) lastWrite = Date.now();
      checkpointedAt ??= logEnd;
      vacuumedAt ??= logEnd;
    },
    async checkpointIfDue() {
      if (checkpointedAt === null || logEnd - checkpointedAt < CHECKPOINT_BYTES) return;
      checkpointedAt = logEnd;
      await db.exec('checkpoint');
    },
  };
}

/** `16/B374D848` is two halves of 32 bits in hexadecimal. */
function bytesOf(lsn: string): number {
  const [high = '0', low = '0'] = lsn.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}
