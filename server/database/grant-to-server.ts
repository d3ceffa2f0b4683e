import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Tables with fewer rights: a server may only insert, or not write at all. */
const narrower = [
  { table: 'migrations', not: 'insert, update, delete' },
  { table: 'audit_log', not: 'update, delete' },
  { table: 'ledger_transactions', not: 'update, delete' },
  { table: 'ledger_entries', not: 'update, delete' },
  { table: 'session_reports', not: 'update, delete' },
  { table: 'ledger_reported', not: 'delete' },
];

/**
 * Lets a role read and write every row, but not change the schema, empty a table, or change an entry of the ledger or
 * the audit log. The owner calls this after each migration, so that new tables are granted too.
 */
export async function grantToServer({ kysely }: Database, role: string): Promise<void> {
  await kysely.transaction().execute(async (tx) => {
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(tx);
    const schema = sql.id(rows[0]?.schema ?? 'public');
    const to = sql.id(role);
    await sql`grant usage on schema ${schema} to ${to}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`.execute(tx);
    await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(tx);
    for (const { table, not } of narrower)
      await sql`revoke ${sql.raw(not)} on ${sql.table(table)} from ${to}`.execute(tx);
  });
}
