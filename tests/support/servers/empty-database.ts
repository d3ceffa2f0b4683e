import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Creates a new database on a PostgreSQL server. */
export async function emptyDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const onServer = async (text: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await onServer(`create database ${name}`);
  const own = new URL(server);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => onServer(`drop database ${name} with (force)`) };
}
