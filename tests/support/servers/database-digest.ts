import { sql } from 'kysely';
import type { Database } from '../../../server/database/database.ts';
import { asOwner } from '../../../server/testing/database.ts';

/** Tables without business state: counts of limits, and the list of migrations. */
const leftOut = new Set(['migrations', 'rate_limits']);

export type DatabaseDigest = {
  /** Of what is stored now; reads nothing anew if no row was written since the last time. */
  now(): Promise<string>;
  /** As `now`, and always reads everything. */
  read(): Promise<string>;
};

/** Digests of the whole database; equal digests mean that nothing has changed. */
export async function databaseDigest(database: Database): Promise<DatabaseDigest> {
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
  await countWrites(database, tables);
  let last = { written: '', digest: '' };
  const read = async (written: string) => {
    last = { written, digest: (await database.run<{ digest: string }>(all, []))[0]?.digest ?? '' };
    return last.digest;
  };
  const writtenSoFar = async () => (await database.run<{ written: string }>(written, []))[0]?.written ?? '';
  return {
    async now() {
      const written = await writtenSoFar();
      return written === last.written ? last.digest : read(written);
    },
    read: async () => read(await writtenSoFar()),
  };
}

const written = { name: 'test-written', sql: 'select last_value::text as written from rows_written' };

/** From now on the database counts each written row, also one that is taken back. */
async function countWrites(database: Database, tables: string[]): Promise<void> {
  await asOwner(database, async ({ kysely }) => {
    const run = (statement: string) => sql.raw(statement).execute(kysely);
    await run('create sequence rows_written');
    // The first call only marks a sequence as used.
    await run("select nextval('rows_written')");
    await run('grant select on rows_written to public');
    await run(`create function count_row() returns trigger language plpgsql security definer
      as $$ begin perform nextval('rows_written'); return null; end $$`);
    for (const name of tables)
      await run(`create trigger count_rows after insert or update or delete on "${name}"
        for each row execute function count_row()`);
  });
}
