import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { asOwner, putDatabaseInto, testDatabase } from '../testing/database.ts';
import { isDatabaseError, sqlState } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { openPglite } from './pglite-database.ts';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'servery-data-'));
  folders.push(made);
  return made;
};
/** A data folder that has been used before. */
async function folderInUse(): Promise<string> {
  const made = folder();
  await putDatabaseInto(made);
  return made;
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const writer = path.join(import.meta.dirname, '../testing/write-until-killed.ts');

/** Starts a process that adds accounts without end and prints each number once it is acknowledged. */
function startWriting(dataDir: string, command = [process.execPath, writer, dataDir]) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const acknowledged: number[] = [];
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
  const reached = (count: number) =>
    new Promise<void>((resolve, reject) => {
      lines.on('line', () => acknowledged.length >= count && resolve());
      child.once('exit', () => reject(new Error(`It ended early: ${errors}`)));
    });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => acknowledged.push(Number(line)));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, acknowledged, reached, ended, errors: () => errors };
}

/** Writes until so many are acknowledged, and ends the process with the signal. */
async function writeUntil(count: number, signal: 'SIGKILL' | 'SIGTERM', dataDir: string) {
  const writing = startWriting(dataDir);
  await writing.reached(count);
  writing.child.kill(signal);
  await writing.ended;
  return writing;
}

// Each test boots several databases, often on a busy machine.
describe.skipIf(process.env['DATABASE_URL'])('the embedded database', { timeout: 120_000 }, () => {
  it('a second server on the same folder ends with a clear sentence and harms nothing (B1)', async () => {
    const dataDir = await folderInUse();
    const database = await openDatabase({ databaseUrl: null, dataDir });
    const second = startWriting(dataDir);
    expect(await second.ended).toBe(1);
    expect(second.errors()).toContain(`Another server already uses the data folder ${dataDir}`);
    expect(await database.kysely.selectFrom('accounts').selectAll().execute()).toEqual([]);
    await database.close();
    await (await openDatabase({ databaseUrl: null, dataDir })).close();
  });

  it('has every acknowledged row after kill -9, time after time (B3)', async () => {
    const dataDir = await folderInUse();
    let expected = 0;
    for (let cycle = 0; cycle < 4; cycle += 1) {
      const writing = await writeUntil(60, 'SIGKILL', dataDir);
      expected += writing.acknowledged.length;
      const database = await openDatabase({ databaseUrl: null, dataDir });
      const rows = await database.kysely.selectFrom('catalogs').select('name').execute();
      const found = new Set(rows.map(({ name }) => name));
      expect(writing.acknowledged.filter((number) => !found.has(`${writing.child.pid}-${number}`))).toEqual(
        [],
      );
      expect(rows.length).toBeGreaterThanOrEqual(expected);
      await database.close();
    }
  });

  it.runIf(process.platform === 'linux')('syncs before it acknowledges (B2)', async () => {
    const dataDir = await folderInUse();
    const trace = path.join(folder(), 'trace');
    const writing = startWriting(dataDir, [
      'strace',
      '-f',
      '--seccomp-bpf',
      '-e',
      'trace=fsync,fdatasync',
      '-o',
      trace,
      process.execPath,
      writer,
      dataDir,
      'alone',
    ]);
    await writing.reached(40);
    process.kill(-(writing.child.pid ?? 0), 'SIGKILL');
    await writing.ended;
    const syncs = readFileSync(trace, 'utf8').match(/(fsync|fdatasync)\(/g)?.length ?? 0;
    expect(syncs).toBeGreaterThanOrEqual(writing.acknowledged.length);
  });

  it('a folder that cannot be opened is told of and left as it was (B4)', async () => {
    const dataDir = await folderInUse();
    const control = path.join(dataDir, 'pglite/global/pg_control');
    truncateSync(control, 16);
    const list = () =>
      readdirSync(path.join(dataDir, 'pglite'))
        .filter((name) => name !== 'postmaster.pid')
        .toSorted();
    const before = list();
    await expect(openDatabase({ databaseUrl: null, dataDir })).rejects.toThrow('could not be opened');
    expect(list()).toEqual(before);
    expect(statSync(control).size).toBe(16);
  });

  it('a long query does not stop the event loop (B6)', async () => {
    const database = await openDatabase({ databaseUrl: null, dataDir: await folderInUse() });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await sql`select count(*) from generate_series(1, 3000000) a`.execute(database.kysely);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
    await database.close();
  });

  it('of several that start at once on a folder whose server was killed, one gets it (B1)', async () => {
    const dataDir = await folderInUse();
    await writeUntil(1, 'SIGKILL', dataDir);
    const starting = Array.from({ length: 4 }, () => startWriting(dataDir));
    const winner = await Promise.any(starting.map(async (one) => (await one.reached(1), one)));
    const losers = starting.filter((one) => one !== winner);
    expect(await Promise.all(losers.map(({ ended }) => ended))).toEqual([1, 1, 1]);
    for (const loser of losers) expect(loser.errors()).toContain('Another server already uses');
    winner.child.kill('SIGTERM');
    await winner.ended;
  });

  it('cuts the log as it grows, so that neither the disk nor the next opening pays for it (B3)', async () => {
    const database = await openPglite({ dataDir: await folderInUse() });
    for (let megabytes = 0; megabytes < 160; megabytes += 20)
      await sql`do $$ begin perform pg_logical_emit_message(false, 'test', repeat('x', 1024 * 1024)) from generate_series(1, 20); end $$`.execute(
        database.kysely,
      );
    const { rows } = await sql<{ uncut: number }>`
      select (pg_current_wal_lsn() - redo_lsn)::float8 as uncut from pg_control_checkpoint()`.execute(
      database.kysely,
    );
    expect(rows[0]?.uncut).toBeLessThan(100 * 1024 * 1024);
    await database.close();
  });

  it('knows how large a table has become, however busy it is', async () => {
    const database = await openPglite({ dataDir: await folderInUse(), quietMs: 60 * 60_000 });
    const run = (text: string) => sql.raw(text).execute(database.kysely);
    await run('create table notes (id int, body text)');
    const known = async () => {
      await run(`insert into notes select n, repeat('x', 2000) from generate_series(1, 1000) n`);
      const { rows } = await run(`select reltuples as rows from pg_class where relname = 'notes'`);
      return (rows as { rows: number }[])[0]?.rows ?? 0;
    };
    await expect.poll(known, { timeout: 30_000 }).toBeGreaterThan(0);
    const first = await known();
    await expect.poll(known, { timeout: 30_000 }).toBeGreaterThanOrEqual(2 * first);
    await database.close();
  });

  it('vacuums and analyses once it is quiet', async () => {
    const database = await openPglite({ dataDir: await folderInUse(), quietMs: 50 });
    const run = (text: string) => sql.raw(text).execute(database.kysely);
    await run('create table notes (id int, body text)');
    await run(`insert into notes select n, repeat('x', 2000) from generate_series(1, 5000) n`);
    await run(`update notes set body = repeat('y', 2000)`);
    await expect
      .poll(
        () =>
          run(
            `select 1 from pg_stat_user_tables where relname = 'notes' and last_vacuum is not null and last_analyze is not null`,
          ),
        { timeout: 30_000 },
      )
      .toMatchObject({ rows: [{}] });
    await database.close();
  });

  it('on a full disk writes are refused and reads go on (B13)', async () => {
    const dataDir = await folderInUse();
    const database = await openPglite({ dataDir, leastFreeBytes: Number.MAX_SAFE_INTEGER });
    const write = () =>
      database.kysely
        .insertInto('rate_limits')
        .values({ key: 'a', window_ends_at: new Date(), hits: 1 })
        .execute();
    const inTransaction = () => database.kysely.transaction().execute((tx) => sql`select 1`.execute(tx));
    const within = () =>
      sql`with made as (insert into rate_limits values ('b', now(), 1) returning key) select key from made`.execute(
        database.kysely,
      );
    for (const refused of [write, inTransaction, within]) {
      const error: unknown = await refused().catch((reason: unknown) => reason);
      expect(isDatabaseError(error, sqlState.diskFull)).toBe(true);
    }
    expect(await database.kysely.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    const statement = {
      name: 'found',
      sql: '\nwith kept as (select key from rate_limits) select count(*) from kept',
    };
    expect(await database.run(statement, []), 'what begins with a list of queries').toEqual([{ count: 0 }]);
    await database.close();
  });

  it('a log that cannot be written ends the database instead of going on without it (B13)', async () => {
    const dataDir = await folderInUse();
    const lost: Error[] = [];
    const database = await openPglite({ dataDir }, (error) => lost.push(error));
    rmSync(path.join(dataDir, 'pglite/pg_wal'), { recursive: true });
    const write = sql`do $$ begin perform pg_logical_emit_message(false, 'test', repeat('x', 1024 * 1024)) from generate_series(1, 40); end $$`;
    for (const asked of [() => write.execute(database.kysely), () => database.ping()]) {
      const error: unknown = await asked().catch((reason: unknown) => reason);
      expect(isDatabaseError(error, sqlState.crashShutdown)).toBe(true);
    }
    expect(lost).toHaveLength(1);
    await database.close();
  });

  it('a copy of the closed folder is a whole backup (B5)', async () => {
    const dataDir = await folderInUse();
    const writing = await writeUntil(20, 'SIGTERM', dataDir);
    const copy = folder();
    cpSync(path.join(dataDir, 'pglite'), path.join(copy, 'pglite'), { recursive: true });
    const database = await openDatabase({ databaseUrl: null, dataDir: copy });
    const { length } = await database.kysely.selectFrom('catalogs').select('id').execute();
    expect(length).toBeGreaterThanOrEqual(writing.acknowledged.length);
    await database.close();
  });
});

describe('on either database', () => {
  it('gives every type alike (B9)', async () => {
    const database = await testDatabase();
    const { rows } =
      await sql`select 1::int4 as int4, 9007199254740991::int8 as int8, sum(x)::int8 as total, 1.5::float8 as float8,
      true as bool, null::text as nothing, 'é–£' as text, '{"a":[1,"b"]}'::jsonb as json,
      timestamptz '2026-03-01 12:00:00.123+00' as at from (values (1), (2)) v(x)`.execute(database.kysely);
    expect(rows).toEqual([
      {
        int4: 1,
        int8: 9007199254740991,
        total: 3,
        float8: 1.5,
        bool: true,
        nothing: null,
        text: 'é–£',
        json: { a: [1, 'b'] },
        at: new Date('2026-03-01T12:00:00.123Z'),
      },
    ]);
    await database.close();
  });

  it('errors carry their code and constraint, and a failed transaction leaves nothing (B8)', async () => {
    const database = await testDatabase();
    const insert = (db: typeof database.kysely, id: string) =>
      db.insertInto('rate_limits').values({ key: id, window_ends_at: new Date(), hits: 1 }).execute();
    await insert(database.kysely, 'taken');
    const error: unknown = await database.kysely
      .transaction()
      .execute(async (tx) => {
        await insert(tx, 'new');
        await insert(tx, 'taken');
      })
      .catch((reason: unknown) => reason);
    expect(isDatabaseError(error, sqlState.uniqueViolation, 'rate_limits_pkey')).toBe(true);
    expect(await database.kysely.selectFrom('rate_limits').select('key').execute()).toEqual([
      { key: 'taken' },
    ]);
    await database.close();
  });

  it('transactions and single statements at once keep out of each other’s way (B7)', async () => {
    const database = await testDatabase();
    const add = (n: number) =>
      database.kysely.transaction().execute(async (tx) => {
        await tx
          .insertInto('rate_limits')
          .values({ key: `t${n}`, window_ends_at: new Date(), hits: n })
          .execute();
        if (n % 3 === 0) throw new Error('not this one');
      });
    await Promise.allSettled([
      ...Array.from({ length: 12 }, (_, n) => add(n)),
      ...Array.from({ length: 12 }, () => database.ping()),
    ]);
    const rows = await database.kysely.selectFrom('rate_limits').select('hits').orderBy('hits').execute();
    expect(rows.map(({ hits }) => hits)).toEqual([1, 2, 4, 5, 7, 8, 10, 11]);
    await database.close();
  });

  it('migrates once however many start, and refuses what is newer or was changed (B10)', async () => {
    const database = await testDatabase();
    await Promise.all([migrate(database), migrate(database)]);
    const change = (text: string) => asOwner(database, ({ kysely }) => sql.raw(text).execute(kysely));
    await change("insert into migrations (name, checksum) values ('9999-later', 'x')");
    await expect(migrate(database)).rejects.toThrow('does not know');
    await change("delete from migrations where name = '9999-later'");
    await change("update migrations set checksum = 'changed'");
    await expect(migrate(database)).rejects.toThrow('is not the one this database was made with');
    await database.close();
  });
});
