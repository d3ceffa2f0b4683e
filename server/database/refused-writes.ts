import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { isDatabaseError, sqlState } from './database.ts';

/** A disk that is full takes changes of rows that fit where they were for long: this much has to find room. */
const PROBE = `create temporary table "%" as select repeat(md5(n::text), 100) from generate_series(1, 200) n`;

/**
 * Whether a PostgreSQL server takes what is written. A server that may not write says so when it is asked; one whose
 * disk is full is known by the first write it refuses, and from then on something is written to see whether it still
 * is: a table of 640 KB, in a transaction that is undone.
 */
export function refusedWrites(pool: Pool) {
  let full = false;
  return {
    /** Takes notice of what a statement failed with. */
    note(error: unknown): void {
      full ||= isDatabaseError(error, sqlState.diskFull);
    },

    /** Rejects where nothing can be written. */
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
