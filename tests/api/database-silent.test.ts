import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlState } from '../../server/database/database.ts';
import { openPostgres } from '../../server/database/postgres-database.ts';
import { postgresPrograms, startPostgres, type Postgres } from '../support/servers/postgres.ts';

/** Stands between, and can fall silent: it takes what is sent, passes nothing on and ends nothing. */
async function mutableProxy(target: URL) {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => silent || to.write(data));
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

describe.skipIf(!postgresPrograms)('a PostgreSQL server that vanishes without a word (D73)', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    const started = await startPostgres();
    if ('missing' in started) throw new Error(started.missing);
    postgres = started;
  });
  afterAll(() => postgres.stop());

  it('keeps no statement waiting, and is used again when it is back; one that is there may take its time', async () => {
    const proxy = await mutableProxy(new URL(postgres.url));
    const database = openPostgres(proxy.url, { silentAfterMs: 400 });
    const prepared = () => database.run({ name: 'one', sql: 'select 1 as one' }, []);
    const plain = () => sql`select 1 as one`.execute(database.kysely);
    await Promise.all([plain(), prepared(), plain()]);
    await sql`select pg_sleep(2)`.execute(database.kysely);

    const within = database.kysely.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      proxy.beSilent(true);
      await sql`select 1`.execute(tx);
    });
    const codeOf = (asked: Promise<unknown>) =>
      asked.then(
        () => 'answered',
        (error: unknown) => (error as { code: string }).code,
      );
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
});
