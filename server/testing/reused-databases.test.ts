import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { sqlState, type Database } from '../database/database.ts';
import type { PgliteDatabase } from '../database/pglite-database.ts';
import { insertAccount } from '../features/accounts/create-account.ts';
import { newInMemory } from './database.ts';
import { notForReuse, reusedDatabases } from './reused-databases.ts';
import { registration } from './server.ts';

const opened: PgliteDatabase[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

function counted() {
  return reusedDatabases(async () => {
    const database = await newInMemory();
    opened.push(database);
    return database;
  });
}

/** The tables and the number of rows of each. */
async function contents({ kysely }: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname`.execute(kysely);
  const counts = tables.map(
    ({ name }) => sql`select ${name} || ' ' || count(*) as said from ${sql.table(name)}`,
  );
  const { rows } = await sql<{ said: string }>`${sql.join(counts, sql` union all `)}`.execute(kysely);
  return rows.map(({ said }) => said);
}

async function fill(database: Database): Promise<void> {
  const account = { ...registration, status: 'verified' as const, isAdmin: false, createdAt: new Date() };
  expect(await insertAccount(database, account, 'a hash')).not.toBeNull();
}

async function timeout({ kysely }: Database) {
  return (await sql`show statement_timeout`.execute(kysely)).rows;
}

it('a closed database is given to the next test, as empty as a new one and with its settings', async () => {
  const before = opened.length;
  const take = counted();
  const first = await take();
  const [empty, usual] = [await contents(first), await timeout(first)];
  await fill(first);
  await sql`set statement_timeout = 12345`.execute(first.kysely);
  expect(await contents(first)).not.toEqual(empty);
  await first.close();

  const next = await take();
  expect(opened).toHaveLength(before + 1);
  expect(await contents(next)).toEqual(empty);
  expect(await timeout(next)).toEqual(usual);
});

it('a closed database answers nothing, whoever has it now', async () => {
  const take = counted();
  const first = await take();
  await first.close();
  await take();
  const ended = { code: sqlState.crashShutdown };
  await expect(first.run({ name: 'one', sql: 'select 1' }, [])).rejects.toMatchObject(ended);
  await expect(sql`select 1`.execute(first.kysely)).rejects.toMatchObject(ended);
  await expect(first.ping()).rejects.toMatchObject(ended);
  await expect(first.dump()).rejects.toMatchObject(ended);
});

it('one in which a test changed more than rows is not given to another', async () => {
  const before = opened.length;
  const take = counted();
  const first = await take();
  notForReuse(first);
  await first.close();
  await take();
  expect(opened).toHaveLength(before + 2);
});
