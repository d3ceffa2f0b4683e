import type { PGlite } from '@electric-sql/pglite';

/**
 * Log written between two checkpoints. Reopening after a crash reads at most this much, in a fraction of a second.
 */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
/** Log written between two vacuums, at least. */
const VACUUM_BYTES = 16 * 1024 * 1024;
/** Log written between two looks at which tables have grown: some fifty orders'. */
const GROWTH_BYTES = 512 * 1024;
/**
 * A statement keeps the plan that it got while its table was small, and then reads all of a large one. So the planner
 * counts a table anew each time that it has doubled: some forty milliseconds, since a sample of 3,000 rows is enough.
 */
const GROWN = `
select quote_ident(s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
where s.n_live_tup > 2 * greatest(c.reltuples, 100) limit 1`;
const count = (table: string) =>
  `set default_statistics_target = 10; analyze ${table}; reset default_statistics_target`;
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
  /**
   * Runs a checkpoint if one is due, or counts one table that has grown. Later statements wait for it, so call it only
   * after answers were sent.
   */
  whatIsDue(): Promise<void>;
};

/**
 * Does what PostgreSQL leaves to background processes, which PGlite lacks. Without checkpoints the log is never cut
 * (1.6 GB after 1.6 GB of writes, and 5 s to reopen); without vacuum dead rows stay. A vacuum waits for a quiet minute,
 * since it takes seconds on a large table.
 * `whileIdle` runs its task unless the database has something else to do.
 */
export function logUpkeep(
  db: PGlite,
  { quietMs, whileIdle }: { quietMs: number; whileIdle: (task: () => Promise<void>) => void },
): LogUpkeep {
  let logEnd = 0;
  let checkpointedAt: number | null = null;
  let vacuumedAt: number | null = null;
  let lookedAt: number | null = null;
  let lastWrite = performance.now();

  setInterval(
    () => {
      const changed = vacuumedAt !== null && logEnd - vacuumedAt >= VACUUM_BYTES;
      if (!changed || performance.now() - lastWrite < quietMs) return;
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
      if (logEnd - before >= LITTLE_BYTES) lastWrite = performance.now();
      checkpointedAt ??= logEnd;
      vacuumedAt ??= logEnd;
      lookedAt ??= logEnd;
    },
    async whatIsDue() {
      if (checkpointedAt !== null && logEnd - checkpointedAt >= CHECKPOINT_BYTES) {
        checkpointedAt = logEnd;
        await db.exec('checkpoint');
      } else if (lookedAt !== null && logEnd - lookedAt >= GROWTH_BYTES) {
        lookedAt = logEnd;
        const [table] = (await db.query<{ name: string }>(GROWN)).rows;
        if (!table) return;
        await db.exec(count(table.name));
        // Others may have grown as well.
        lookedAt -= GROWTH_BYTES;
      }
    },
  };
}

/** `16/B374D848` is two halves of 32 bits in hexadecimal. */
function bytesOf(lsn: string): number {
  const [high = '0', low = '0'] = lsn.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}
