import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { isDatabaseError, sqlState } from './database.ts';

/** The size of a table that a full disk has no room for, while it may still accept changes to existing rows. */
const PROBE = `create temporary table "%" as select repeat(md5(n::text), 100) from generate_series(1, 200) n`;

/**
 * Whether a PostgreSQL server accepts writes. A read-only server says so when asked. A full disk is noticed at the
 * first write that fails; from then on a check writes a table of 640 KB, in a transaction that is rolled back.
 */
export function refusedWrites(pool: Pool) {
  let full = false;
  return {
    /** Remembers whether a statement failed for want of room. */
    note(error: unknown): void {
      full ||= isDatabaseError(error, sqlState.diskFull);
    },

    /** Rejects while nothing can be written. */
    async check(): Promise<void> {
      const { rows } = await pool.query<{ transaction_read_only: string }>('show transaction_read_only');
      if (rows[0]?.transaction_read_only === 'on')
        throw Object.assign(new Error('The database takes no writes'), { code: sqlState.readOnly });
      if (!full) return;
      await writeAndUndo(pool);
      full = false;
    },
  };
}

async function writeAndUndo(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(PROBE.replace('%', `probe_${randomUUID()}`));
  } finally {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
  }
}
