import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { firstShift } from './migrations/0001-first-shift.ts';
import { cards } from './migrations/0003-cards.ts';
import { review } from './migrations/0004-review.ts';
import { refunds } from './migrations/0006-refunds.ts';
import { orderSeen } from './migrations/0008-order-seen.ts';
import { signedOut } from './migrations/0009-signed-out.ts';

/** Every migration, oldest first; forward only, and never edited once released. */
export const migrations = [
  { name: '0001-first-shift', sql: firstShift },
  { name: '0003-cards', sql: cards },
  { name: '0004-review', sql: review },
  { name: '0006-refunds', sql: refunds },
  { name: '0008-order-seen', sql: orderSeen },
  { name: '0009-signed-out', sql: signedOut },
];

/** Any number, the same in every server: only one of them migrates at a time (hazards B10). */
const ADVISORY_LOCK = 7_362_411;

type Applied = { name: string; checksum: string };

/**
 * Brings the database up to this program's schema in one transaction, however many servers start at once. Throws where
 * the database is newer than the program, or was made by a migration that has been changed since.
 */
export async function migrate(database: Database, known = migrations): Promise<void> {
  await database.kysely.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(tx);
    await sql`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`.execute(tx);
    const { rows } = await sql<Applied>`select name, checksum from migrations order by name`.execute(tx);
    refuseUnknown(rows, known);
    for (const migration of known.slice(rows.length)) {
      for (const statement of statementsOf(migration.sql)) await sql.raw(statement).execute(tx);
      await sql`insert into migrations (name, checksum) values (${migration.name}, ${checksum(migration.sql)})`.execute(
        tx,
      );
    }
  });
}

function refuseUnknown(applied: Applied[], known: typeof migrations): void {
  applied.forEach(({ name, checksum: stored }, index) => {
    const expected = known[index];
    if (!expected || expected.name !== name)
      throw new Error(
        `The database has the migration ${name}, which this version does not know. Run the newer version.`,
      );
    if (checksum(expected.sql) !== stored)
      throw new Error(`The migration ${name} is not the one this database was made with.`);
  });
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Migrations keep to plain statements, each ending with a semicolon at the end of a line. */
function statementsOf(script: string): string[] {
  return script
    .split(/;\s*\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
