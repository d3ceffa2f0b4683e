import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ownersUrl } from '../../../server/testing/database.ts';
import { freePort } from './free-port.ts';
import { endAtLatest } from '../runner/end-at-latest.ts';
import { outputOf, run, which } from '../runner/run-command.ts';

export type Postgres = { url: string; stop: () => Promise<void> };

/** A PostgreSQL server of a test's own, not running yet, that can be stopped and started. */
export type OwnPostgres = {
  url: string;
  start(...options: string[]): Promise<void>;
  /** `immediate` ends it like a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
};

/**
 * A PostgreSQL server for the tests, signed in as its owner: the one in DATABASE_URL, or a throw-away one, started
 * with more options.
 */
export async function startPostgres(...options: string[]): Promise<Postgres | { missing: string }> {
  const given = ownersUrl;
  if (given) return { url: given, stop: async () => {} };
  const own = await ownPostgres();
  if ('missing' in own) return own;
  await own.start(...options);
  return { url: own.url, stop: own.remove };
}

const SERVERS_ROLE = 'servery_of_tests';

/** The address of the same server for a role that owns nothing there; creates the role if it is missing. */
export async function roleWithoutTables(owners: string): Promise<string> {
  const owner = new pg.Client({ connectionString: owners });
  await owner.connect();
  const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [SERVERS_ROLE]);
  if (!rowCount) await owner.query(`create role ${SERVERS_ROLE} login password 'of-tests'`);
  await owner.end();
  const url = new URL(owners);
  url.username = SERVERS_ROLE;
  url.password = 'of-tests';
  return url.href;
}

/** The folder of the machine's own PostgreSQL programs; null if there are none. */
export const postgresPrograms = await findPrograms();

/** Runs on a free port. PostgreSQL refuses to run as root, so root starts it as the system's `postgres`. */
export async function ownPostgres(): Promise<OwnPostgres | { missing: string }> {
  const bin = postgresPrograms;
  if (!bin) return { missing: 'no PostgreSQL: install postgresql, or name a server in DATABASE_URL' };

  const folder = mkdtempSync(path.join(tmpdir(), 'servery-postgres-'));
  const asPostgres = process.getuid?.() === 0;
  if (asPostgres) chownSync(folder, Number(await outputOf('id', ['-u', 'postgres'])), -1);
  const command = (program: string, args: string[]): [string, string[]] =>
    asPostgres
      ? ['runuser', ['-u', 'postgres', '--', path.join(bin, program), ...args]]
      : [path.join(bin, program), args];

  const data = path.join(folder, 'data');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const stopping = (mode: 'fast' | 'immediate') => command('pg_ctl', ['-D', data, '-m', mode, '-s', 'stop']);
  const removed = endAtLatest(() => {
    if (existsSync(path.join(data, 'postmaster.pid'))) spawnSync(...stopping('immediate'));
    remove();
  });
  if (
    !(await run(
      ...command('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions']),
    ))
  )
    return { missing: 'PostgreSQL could not make its data folder' };
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let ended = Promise.resolve();
  const stop = async (mode: 'fast' | 'immediate') => {
    await run(...stopping(mode));
    await ended;
  };
  return {
    url,
    stop,
    async start(...more) {
      const options = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
      const server = spawn(...command('postgres', [...options, ...more]), { stdio: 'ignore' });
      ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
      await untilItAnswers(url, ended);
    },
    async remove() {
      await stop('fast');
      remove();
      removed();
    },
  };
}

async function findPrograms(): Promise<string | null> {
  const onPath = await which('initdb');
  if (onPath) return path.dirname(onPath);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => path.join(debian, version, 'bin')).find(existsSync) ?? null;
}

async function untilItAnswers(url: string, ended: Promise<void>): Promise<void> {
  const over = ended.then(() => 'over' as const);
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      const soon = new Promise<'soon'>((resolve) => setTimeout(() => resolve('soon'), 50));
      if ((await Promise.race([over, soon])) === 'over')
        throw new Error('PostgreSQL ended before it answered');
    }
  }
}
