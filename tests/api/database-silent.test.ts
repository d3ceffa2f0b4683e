import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sqlState, type Database } from '../../server/database/database.ts';
import { openPostgres } from '../../server/database/postgres-database.ts';
import { openLine } from '../support/servers/line.ts';
import { ownPostgres, postgresPrograms, startPostgres, type Postgres } from '../support/servers/postgres.ts';

/**
 * Stands between, and can fall silent: it takes what is sent, passes nothing on and ends nothing.
 * @param change what the server says on its way back
 */
async function mutableProxy(target: URL, change = (data: Buffer) => data) {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => silent || to.write(from === far ? change(data) : data));
      from.on('error', () => undefined);
      from.on('close', () => silent || to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    beSilent: (whether: boolean) => void (silent = whether),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** As a pooler does: the server's message of its process id and secret has another id. */
function otherProcessIds(data: Buffer): Buffer {
  const at = data.indexOf(Buffer.from([...Buffer.from('K'), 0, 0, 0, 12]));
  if (at >= 0) data.writeInt32BE(1, at + 5);
  return data;
}

async function newPostgres() {
  const own = await ownPostgres();
  if ('missing' in own) throw new Error(own.missing);
  await own.start();
  return own;
}

describe.skipIf(!postgresPrograms)('a PostgreSQL server that vanishes without a word (D73)', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    const started = await startPostgres();
    if ('missing' in started) throw new Error(started.missing);
    postgres = started;
  });
  afterAll(() => postgres.stop());

  /** Enough for a server that is there to take a new connection on a busy machine, and a statement that takes longer. */
  const TIME_TO_ANSWER_MS = 1_500;
  const LONGER_S = 4;

  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'answered',
      (error: unknown) => (error as { code: string }).code,
    );

  it('keeps no statement waiting, and is used again when it is back; one that is there may take its time', async () => {
    const proxy = await mutableProxy(new URL(postgres.url));
    const database = openPostgres(proxy.url, { silentAfterMs: TIME_TO_ANSWER_MS });
    const prepared = () => database.run({ name: 'one', sql: 'select 1 as one' }, []);
    const plain = () => sql`select 1 as one`.execute(database.kysely);
    await Promise.all([plain(), prepared(), plain()]);
    await sql`select pg_sleep(${LONGER_S})`.execute(database.kysely);

    const within = database.kysely.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      proxy.beSilent(true);
      await sql`select 1`.execute(tx);
    });
    expect(await codeOf(within)).toBe(sqlState.connectionFailure);
    expect(await Promise.all([prepared(), plain()].map(codeOf))).toEqual([
      sqlState.connectionFailure,
      sqlState.connectionFailure,
    ]);

    proxy.beSilent(false);
    expect(await plain()).toMatchObject({ rows: [{ one: 1 }] });
    await database.close();
    proxy.close();
  });

  it('keeps no statement waiting for the one that vanished, where a standby answers in its place (B7)', async () => {
    const [primary, standby] = await Promise.all([newPostgres(), newPostgres()]);
    const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
    let port = portOf(primary);
    const line = await openLine(() => port);
    const silentAfterMs = 2_000;
    const database = openPostgres(primary.url.replace(`:${port}/`, `:${line.port}/`), { silentAfterMs });
    const prepared = () => database.run({ name: 'one', sql: 'select 1 as one' }, []);
    const plain = () => sql`select 1 as one`.execute(database.kysely);
    await Promise.all([plain(), prepared(), plain()]);

    port = portOf(standby);
    line.be('half-open');
    expect(await Promise.all([plain(), prepared(), plain()].map(codeOf))).toEqual(
      Array.from({ length: 3 }, () => sqlState.connectionFailure),
    );
    expect(await plain()).toMatchObject({ rows: [{ one: 1 }] });
    await database.close();
    await line.close();
    await Promise.all([primary.remove(), standby.remove()]);
  });

  it('ends no statement behind a pooler, which has process ids of its own', async () => {
    const proxy = await mutableProxy(new URL(postgres.url), otherProcessIds);
    const database = openPostgres(proxy.url, { silentAfterMs: TIME_TO_ANSWER_MS });
    const slept = sql<{ one: number }>`select 1 as one from pg_sleep(${LONGER_S})`.execute(database.kysely);
    expect(await slept).toMatchObject({ rows: [{ one: 1 }] });
    await database.close();
    proxy.close();
  });

  it('frees in seconds what a server that vanished had locked, for the others (B7)', async () => {
    const proxy = await mutableProxy(new URL(postgres.url));
    const [here, gone] = [
      openPostgres(postgres.url),
      openPostgres(proxy.url, { silentAfterMs: 400, idleTransactionMs: 400 }),
    ];
    const usual = await sql<{ limit: string }>`
      select current_setting('idle_in_transaction_session_timeout') as limit`.execute(here.kysely);
    expect(usual.rows).toEqual([{ limit: '15s' }]);
    await sql`create table locked as select 0 as n`.execute(here.kysely);
    const add = (to: Database['kysely']) => sql`update locked set n = n + 1`.execute(to);
    let added = () => {};
    const locked = new Promise<void>((resolve) => (added = resolve));
    let goOn = () => {};
    const left = gone.kysely.transaction().execute(async (tx) => {
      await add(tx);
      proxy.beSilent(true);
      added();
      await new Promise<void>((resolve) => (goOn = resolve));
      await add(tx);
    });
    await locked;
    await add(here.kysely);
    goOn();
    expect(await codeOf(left)).toBe(sqlState.connectionFailure);
    const { rows } = await sql`select n from locked`.execute(here.kysely);
    expect(rows, 'the others’ change alone').toEqual([{ n: 1 }]);
    await sql`drop table locked`.execute(here.kysely);
    await Promise.all([here.close(), gone.close()]);
    proxy.close();
  });

  it('refuses what goes on with a transaction that stood still for too long, as one to be tried again (B7)', async () => {
    const database = openPostgres(postgres.url, { idleTransactionMs: 100 });
    const stood = database.kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const connection = sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`;
      await vi.waitFor(async () => expect((await connection.execute(database.kysely)).rows).toEqual([]));
      await sql`select 1`.execute(tx);
    });
    expect(await codeOf(stood)).toBe(sqlState.connectionFailure);
    await database.close();
  });
});
