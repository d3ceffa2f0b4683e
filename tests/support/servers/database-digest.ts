import { sql } from 'kysely';
import type { Database } from '../../../server/database/database.ts';

/** Tables without business state: counts of limits, and the list of migrations. */
const leftOut = new Set(['migrations', 'rate_limits']);

/** Reads a digest of the whole database; equal digests mean that nothing has changed. */
export async function databaseDigest(database: Database): Promise<() => Promise<string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(database.kysely);
  const tables = rows.map(({ name }) => name).filter((name) => !leftOut.has(name));
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, (select md5(string_agg(row::text, ',' order by row::text)) from "${name}" as row) as hash`,
  );
  // Planned once: its plan costs more than its work.
  const all = {
    name: 'test-digest',
    sql: `select string_agg(name || ' ' || coalesce(hash, ''), ',' order by name) as digest
      from (${parts.join(' union all ')}) as tables`,
  };
  return async () => (await database.run<{ digest: string }>(all, []))[0]?.digest ?? '';
}
