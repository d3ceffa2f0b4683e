import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Tables with fewer rights: a server may only insert, or not write at all. */
const narrower = [
  { table: 'migrations', not: 'insert, update' },
  { table: 'audit_log', not: 'update' },
  { table: 'ledger_transactions', not: 'update' },
  { table: 'ledger_entries', not: 'update' },
  { table: 'session_reports', not: 'update' },
];

/** The tables of which a server deletes rows: of people and menus that are removed, and of what is over. */
export const deletedFrom = [
  'accounts',
  'alerts',
  'card_events',
  'catalog_revisions',
  'catalogs',
  'drills',
  'idempotency_keys',
  'leads',
  'order_notifications',
  'orders',
  'orders_to_index',
  'outlet_phones',
  'outlet_screens',
  'print_claims',
  'rate_limits',
  'refresh_tokens',
  'station_screens',
  'used_connect_states',
];

/**
 * Lets a role read, add and change rows, but not change the schema, empty a table, delete what must stay, or change an
 * entry of the ledger or the audit log. The owner calls this after each migration, so that new tables are granted too;
 * rights that an earlier version granted, and this one does not, are taken back. Throws, and changes nothing, where the
 * caller does not own the tables, to whom PostgreSQL would only give a warning, or where the role itself owns them.
 */
export async function grantToServer({ kysely }: Database, role: string): Promise<void> {
  await kysely.transaction().execute(async (tx) => {
    await refuseOwner(tx, role);
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(tx);
    const schema = sql.id(rows[0]?.schema ?? 'public');
    const to = sql.id(role);
    await sql`grant usage on schema ${schema} to ${to}`.execute(tx);
    await sql`grant select, insert, update on all tables in schema ${schema} to ${to}`.execute(tx);
    await sql`revoke delete, truncate on all tables in schema ${schema} from ${to}`.execute(tx);
    await sql`grant delete on ${sql.join(deletedFrom.map((table) => sql.table(table)))} to ${to}`.execute(tx);
    await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(tx);
    for (const { table, not } of narrower)
      await sql`revoke ${sql.raw(not)} on ${sql.table(table)} from ${to}`.execute(tx);
  });
}

async function refuseOwner(tx: Transaction<Schema>, role: string): Promise<void> {
  const { rows } = await sql<{ owner: string; isCallers: boolean }>`
    select tableowner as owner, pg_has_role(tableowner, 'usage') as "isCallers" from pg_tables
    where schemaname = current_schema() and tablename = 'migrations'`.execute(tx);
  for (const { owner, isCallers } of rows) {
    if (owner === role)
      throw new Error(
        `${role} owns the tables, and would lose rights that it needs: name a role that owns nothing, for the servers.`,
      );
    if (!isCallers)
      throw new Error(
        `Only ${owner}, who owns the tables, can let ${role} use them: name it in DATABASE_URL.`,
      );
  }
}
