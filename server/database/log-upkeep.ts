import type { PGlite } from '@electric-sql/pglite';

/** Log written between two checkpoints. Reopening after a crash reads at most this much, in a fraction of a second. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
/** Changes worth tidying up after. */
const VACUUM_BYTES = 16 * 1024 * 1024;
/** Less than any order writes: the word that a till still listens, every few seconds all day, disturbs no quiet. */
const LITTLE_BYTES = 1024;
const LOOK_EVERY_MS = 10_000;

/** PostgreSQL keeps as many files of the log as lie between two checkpoints, and some to use again. */
export const upkeepStartParams = ['-c', 'max_wal_size=128MB'];

export type LogUpkeep = {
  /** To be called after each flush with where the log ends now (`pg_lsn` as text). */
  flushed(logEnd: string): void;
  /** A checkpoint where one is due; answers wait for it, so not before they were sent. */
  checkpointIfDue(): Promise<void>;
};

/**
 * Does what PostgreSQL leaves to its background processes, of which PGlite has none: without checkpoints the log is
 * never cut (1.6 GB after 1.6 GB of writes, and 5 s to reopen), and without vacuum neither dead rows nor the planner's
 * figures are looked after. A vacuum waits for a quiet minute: on a large table it takes seconds.
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
