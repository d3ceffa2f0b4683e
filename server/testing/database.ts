import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Database } from '../database/database.ts';
import { migrate, migrations } from '../database/migrate.ts';
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

/** A migrated database to start each test file from; making one takes seconds, so it is kept until the schema changes. */
async function template(): Promise<ArrayBuffer> {
  const folder = path.resolve(import.meta.dirname, '../../.cache');
  const schema = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const file = path.join(folder, `database-${schema}.tar`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const database = await openPglite({ dataDir: null });
    await migrate(database);
    const mine = `${file}.${process.pid}`;
    writeFileSync(mine, Buffer.from(await database.dump()));
    renameSync(mine, file);
    await database.close();
  }
  const bytes = readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
