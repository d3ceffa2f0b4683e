import { spawn } from 'node:child_process';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/postgres-database.ts';
import { writeWhole } from './backup-files.ts';

/** Dumps a PostgreSQL database into `file` with `pg_dump`, while it is in use. */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  await writeWhole(file, (partial) =>
    runProgram('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${partial}`], url),
  );
}

/** Restores a dump into an empty database, in one transaction. */
export async function restorePostgres(url: string, file: string): Promise<void> {
  const database = openPostgres(url, { connections: 1 });
  try {
    if (!(await isEmpty(database)))
      throw new Error('The database of DATABASE_URL has tables already. Name an empty one.');
  } finally {
    await database.close();
  }
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  await runProgram(
    'pg_restore',
    ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', `--dbname=${name}`, file],
    url,
  );
}

async function isEmpty({ kysely }: Database): Promise<boolean> {
  const { rows } =
    await sql`select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1`.execute(
      kysely,
    );
  return rows.length === 0;
}

/** The password is passed in the environment, since everybody on the machine can read a program's arguments. */
function runProgram(program: string, args: string[], url: string): Promise<void> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const env = {
    ...process.env,
    PGHOST: searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, ''),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(port && { PGPORT: port }),
    ...(username && { PGUSER: decodeURIComponent(username) }),
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    PGSSLMODE: searchParams.get('sslmode') ?? 'prefer',
  };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new Error(`${program} is not on this machine: install the client programs of PostgreSQL.`)
          : error,
      ),
    );
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} failed: ${errors.trim()}`)),
    );
  });
}
