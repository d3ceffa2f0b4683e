import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

type Connection = Transaction<Schema>;

/**
 * How many rows a table has and a checksum over all of them, the same on both databases for the same contents.
 */
export type TableSum = { table: string; rows: number; sum: string };

const ROWS_AT_ONCE = 500;
/** The most that a batch of rows takes as text, unless one row alone takes more: past menus have up to 1 MB each. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;
/** Both databases fill these tables themselves: when they are migrated, and from the orders. */
const notCopied = ['migrations', 'order_search', 'orders_to_index'];

/**
 * Copies every row of every table into another database that is migrated and empty, in one transaction, and
 * compares the two before it commits. Rows travel as JSON text, so that no driver converts their types.
 */
export async function copyTables(from: Database, to: Database): Promise<TableSum[]> {
  return from.kysely.transaction().execute((source) =>
    to.kysely.transaction().execute(async (target) => {
      // Either waits while the other is read or compared.
      for (const side of [target, source])
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(side);
      const tables = await tablesInOrder(source);
      for (const table of tables)
        if ((await countOf(target, table)) > 0) throw new Error(`The target has rows already, in ${table}.`);
      for (const table of tables) await copyTable(source, target, table);
      await setSequences(target);
      const [before, after] = [await tableSums(source), await tableSums(target)];
      for (const [index, sum] of before.entries())
        if (JSON.stringify(sum) !== JSON.stringify(after[index]))
          throw new Error(`${sum.table} is not the same after copying. Nothing was changed.`);
      return after;
    }),
  );
}

/** The sums of every table except those that databases fill themselves. */
export async function tableSums(database: Connection): Promise<TableSum[]> {
  // Times are converted to text in the connection's time zone.
  await sql`set local time zone 'UTC'`.execute(database);
  const sums: TableSum[] = [];
  for (const table of (await tablesInOrder(database)).toSorted()) {
    const { rows } = await sql<{ rows: number; sum: string }>`
      select count(*)::int as rows,
        coalesce(sum(('x' || substr(md5(to_jsonb(t)::text), 1, 12))::bit(48)::bigint), 0)::text as sum
      from ${sql.table(table)} t`.execute(database);
    sums.push({ table, rows: rows[0]?.rows ?? 0, sum: rows[0]?.sum ?? '' });
  }
  return sums;
}

async function copyTable(source: Connection, target: Connection, table: string): Promise<void> {
  const { rows: sizes } = await sql<{ largest: number }>`
    select coalesce(max(octet_length(to_json(t)::text)), 1) as largest from ${sql.table(table)} t`.execute(
    source,
  );
  const fitting = Math.floor(BYTES_AT_ONCE / (sizes[0]?.largest ?? 1));
  const atOnce = Math.max(1, Math.min(ROWS_AT_ONCE, fitting));
  await sql`declare copied no scroll cursor for select to_json(t)::text as row from ${sql.table(table)} t`.execute(
    source,
  );
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(atOnce)} from copied`.execute(source);
    if (rows.length === 0) break;
    const batch = `[${rows.map(({ row }) => row).join(',')}]`;
    await sql`insert into ${sql.table(table)} overriding system value
      select * from json_populate_recordset(null::${sql.table(table)}, ${batch}::json)`.execute(target);
  }
  await sql`close copied`.execute(source);
}

async function countOf(database: Connection, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from ${sql.table(table)}`.execute(database);
  return rows[0]?.rows ?? 0;
}

/** Each table comes after those that its foreign keys name. */
async function tablesInOrder(database: Connection): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and not tablename = any (${notCopied})
    order by tablename`.execute(database);
  const { rows: keys } = await sql<{ from: string; to: string }>`
    select distinct a.relname as from, b.relname as to from pg_constraint c
    join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
    where c.contype = 'f' and a.oid <> b.oid`.execute(database);
  const ordered: string[] = [];
  while (ordered.length < tables.length) {
    const free = tables.filter(
      ({ name }) =>
        !ordered.includes(name) && keys.every(({ from, to }) => from !== name || ordered.includes(to)),
    );
    if (free.length === 0) throw new Error('The tables’ foreign keys go round in a circle.');
    ordered.push(...free.map(({ name }) => name));
  }
  return ordered;
}

/** Sets each sequence to the highest number that was copied. */
async function setSequences(target: Connection): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select c.table_name as table, c.column_name as column,
      pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) as sequence
    from information_schema.columns c
    where c.table_schema = current_schema()
      and pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) is not null`.execute(target);
  for (const { table, column, sequence } of rows)
    await sql`select setval(${sequence}::regclass, coalesce(max(${sql.ref(column)}), 0) + 1, false)
      from ${sql.table(table)}`.execute(target);
}
