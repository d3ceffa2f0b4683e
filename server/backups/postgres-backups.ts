import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
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

/**
 * The settings by which PostgreSQL's client programs reach the database of an address. The password is among them
 * since everybody on the machine can read a program's arguments.
 */
function environmentFor(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const mode = searchParams.get('sslmode') ?? 'prefer';
  const [authority, certificate, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) =>
    searchParams.get(name),
  );
  const trusted =
    authority || process.env['PGSSLROOTCERT'] || (mode === 'verify-full' && systemsAuthorities());
  return {
    ...process.env,
    PGHOST: searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, ''),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(port && { PGPORT: port }),
    ...(username && { PGUSER: decodeURIComponent(username) }),
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    PGSSLMODE: mode,
    ...(trusted && { PGSSLROOTCERT: trusted }),
    ...(certificate && { PGSSLCERT: certificate }),
    ...(key && { PGSSLKEY: key }),
  };
}

/**
 * The name under which the client programs trust the system's authorities, as the server itself does; null where they
 * find authorities of their own.
 */
function systemsAuthorities(): string | null {
  return existsSync(path.join(homedir(), '.postgresql', 'root.crt')) ? null : 'system';
}

function runProgram(program: string, args: string[], url: string): Promise<void> {
  const env = environmentFor(url);
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
