import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Database } from '../database/database.ts';
import { migrate, migrations } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { openPglite } from '../database/pglite-database.ts';
import { openPostgres } from '../database/postgres-database.ts';

/** Whether the suite runs on a PostgreSQL server, where races are real. */
export const onPostgres = Boolean(process.env['DATABASE_URL']);

/** A fresh, migrated database: on the server in DATABASE_URL, else PGlite in memory. Closing it removes it. */
export async function testDatabase(): Promise<Database> {
  const url = process.env['DATABASE_URL'];
  return url ? freshOnPostgres(url) : openPglite({ dataDir: null, template: await template() });
}

async function freshOnPostgres(url: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = openPostgres(own.href);
  await migrate(database);
  return {
    ...database,
    async close() {
      await database.close();
      await onServer(url, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** A migrated database to start each test file from. */
async function template(): Promise<ArrayBuffer> {
  const file = await keptUntilTheSchemaChanges('.tar', async (made) => {
    const database = await openPglite({ dataDir: null });
    await migrate(database);
    writeFileSync(made, Buffer.from(await database.dump()));
    await database.close();
  });
  const bytes = readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

/** Puts an empty, migrated database into a data folder. */
export async function putDatabaseInto(dataDir: string): Promise<void> {
  const kept = await keptUntilTheSchemaChanges('', async (made) => {
    await (await openDatabase({ databaseUrl: null, dataDir: made })).close();
  });
  cpSync(kept, dataDir, { recursive: true });
}

/** Making a database takes seconds. The path of one that is kept, made first where there is none yet. */
async function keptUntilTheSchemaChanges(
  extension: string,
  make: (into: string) => Promise<void>,
): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../../.cache');
  const schema = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const kept = path.join(folder, `database-${schema}${extension}`);
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
