import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database/database.ts';
import { grantToServer } from '../database/grant-to-server.ts';
import { migrate, migrations } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { openPglite } from '../database/pglite-database.ts';
import { openPostgres } from '../database/postgres-database.ts';
import { notForReuse, reusedDatabases } from './reused-databases.ts';

/** Whether the suite runs on a PostgreSQL server, where transactions really race. */
export const onPostgres = Boolean(process.env['DATABASE_URL']);

/**
 * The PostgreSQL server, signed in as the role that owns the tests' databases. The role of DATABASE_URL is a
 * server's, and owns nothing if OWNER_DATABASE_URL names another.
 */
export const ownersUrl = process.env['OWNER_DATABASE_URL'] || (process.env['DATABASE_URL'] ?? '');

/** An empty, migrated database: on the server in DATABASE_URL, else PGlite in memory. Closing it removes what it holds. */
export async function testDatabase(): Promise<Database> {
  return onPostgres ? freshOnPostgres() : inMemoryDatabase();
}

/** A new, migrated embedded database. */
export const newInMemory = async () => openPglite({ dataDir: null, template: await template() });

/** An empty, migrated embedded database, whichever database the suite runs on. */
export const inMemoryDatabase = reusedDatabases(newInMemory);

async function freshOnPostgres(): Promise<Database> {
  const name = newName();
  await onServer(ownersUrl, `create database ${name} template ${process.env[TEMPLATE] ?? 'template1'}`);
  const owners = named(ownersUrl, name);
  if (!process.env[TEMPLATE]) await migrateAsOwner(owners);
  const database = openPostgres(await addressForServers(owners));
  return {
    ...database,
    async close() {
      await database.close();
      await onServer(ownersUrl, `drop database ${name} with (force)`);
    },
  };
}

/** Names the migrated database of which the tests' are copies, on a PostgreSQL server. */
const TEMPLATE = 'SERVERY_TEST_TEMPLATE';

const newName = () => `test_${randomUUID().replaceAll('-', '')}`;

async function migrateAsOwner(owners: string): Promise<void> {
  const owner = openPostgres(owners, { connections: 1 });
  await migrate(owner);
  await owner.close();
}

/** @returns removes it */
async function templateOnPostgres(): Promise<() => Promise<void>> {
  const name = newName();
  await onServer(ownersUrl, `create database ${name}`);
  await migrateAsOwner(named(ownersUrl, name));
  process.env[TEMPLATE] = name;
  return () => onServer(ownersUrl, `drop database ${name}`);
}

/**
 * The address of the same database for a server, whose role gets the rights that a server needs and no more.
 */
export async function addressForServers(owners: string): Promise<string> {
  const [url, role] = [new URL(owners), new URL(process.env['DATABASE_URL'] || owners)];
  // A test's own PostgreSQL server has no role besides its owner.
  if (!process.env['OWNER_DATABASE_URL'] || url.host !== role.host) return owners;
  const owner = openPostgres(owners, { connections: 1 });
  await grantToServer(owner, role.username);
  await owner.close();
  url.username = role.username;
  url.password = role.password;
  return url.href;
}

/** Does to a test's database what a server may not, such as changing its schema. */
export async function asOwner<Result>(
  database: Database,
  work: (owner: Database) => Promise<Result>,
): Promise<Result> {
  if (!onPostgres) {
    notForReuse(database);
    return work(database);
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
  const owner = openPostgres(named(ownersUrl, rows[0]?.name ?? ''), { connections: 1 });
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

function named(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** A migrated database from which each test file starts. */
async function template(): Promise<ArrayBuffer> {
  const bytes = readFileSync(await archiveTemplate());
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

function archiveTemplate(): Promise<string> {
  return cachedUntilTheSchemaChanges('.tar', async (made) => {
    const database = await openPglite({ dataDir: null });
    await migrate(database);
    await dropTemplates(database);
    await sql`alter system set shared_buffers = '16MB'`.execute(database.kysely);
    writeFileSync(made, Buffer.from(await database.dump()));
    await database.close();
  });
}

function folderTemplate(): Promise<string> {
  return cachedUntilTheSchemaChanges('', async (made) => {
    const database = await openDatabase({ databaseUrl: null, dataDir: made });
    await dropTemplates(database);
    await database.close();
  });
}

/** Puts an empty, migrated database into a data folder. */
export async function putDatabaseInto(dataDir: string): Promise<void> {
  cpSync(await folderTemplate(), dataDir, { recursive: true });
}

/**
 * Makes what the test files start from, so that not each of the processes that run them makes it as well.
 *
 * @returns removes what would stay at a server
 */
export async function makeTemplates(): Promise<(() => Promise<void>) | void> {
  if (onPostgres) return templateOnPostgres();
  await Promise.all([archiveTemplate(), folderTemplate()]);
}

/**
 * Drops the databases that PostgreSQL copies to make others, which the tests never do: more than half of the
 * files that each test copies.
 */
async function dropTemplates({ kysely }: Database): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(kysely);
  await sql`drop database template0`.execute(kysely);
  await sql`drop database template1`.execute(kysely);
}

/** The path of a cached file, made first if there is none: making a database takes seconds. */
async function cachedUntilTheSchemaChanges(
  extension: string,
  make: (into: string) => Promise<void>,
): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../../.cache');
  const schema = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const kept = path.join(folder, `test-database-${schema}${extension}`);
  if (existsSync(kept)) return kept;
  mkdirSync(folder, { recursive: true });
  const mine = `${kept}.${process.pid}`;
  await make(mine);
  try {
    renameSync(mine, kept);
  } catch (error) {
    // Another process was first.
    rmSync(mine, { recursive: true });
    if (!existsSync(kept)) throw error;
  }
  return kept;
}
