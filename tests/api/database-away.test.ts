import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ServerProcess } from '../../demo/server-process.ts';
import { openPostgres } from '../../server/database/postgres-database.ts';
import { beat } from '../support/shop/live-screen.ts';
import { ownPostgres, postgresPrograms, type OwnPostgres } from '../support/servers/postgres.ts';
import { listeningTill, startServers, type ListeningTill, type Servers } from '../support/servers/servers.ts';

describe.skipIf(!postgresPrograms)('a PostgreSQL server that goes away', { timeout: 120_000 }, () => {
  let postgres: OwnPostgres;
  let servers: Servers;
  let server: ServerProcess;
  let till: ListeningTill;
  const lines: string[] = [];

  beforeAll(async () => {
    const own = await ownPostgres();
    if ('missing' in own) throw new Error(own.missing);
    postgres = own;
    await postgres.start();
    servers = await startServers(postgres.url);
    server = await servers.start({}, (line) => lines.push(line));
    await servers.open(server);
    till = listeningTill(servers, () => server);
  });
  afterAll(async () => {
    till?.close();
    await servers?.stop();
    await postgres?.remove();
  });

  const tillIsThere = () => vi.waitFor(() => expect(till.connections()).toBeGreaterThan(0), 20_000);
  const list = () => servers.call(server, 'GET', `/sellers/outlets/${servers.outletId}/orders`);
  const unattended = () => servers.call(server, 'GET', '/sellers/unattended');
  const ready = async () => (await fetch(`${server.origin}/ready`)).status;
  const told = async (reply: Response) => `${reply.status} ${reply.headers.has('retry-after')}`;
  const backAgain = () => vi.waitFor(async () => expect(await ready()).toBe(200), 30_000);

  /** Locks every order, like somebody in psql; the locks end with its connection. */
  async function lockOrders(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: servers.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin; lock table orders in access exclusive mode');
    return client;
  }
  async function blocked(client: pg.Client): Promise<number> {
    const { rows } = await client.query('select 1 from pg_locks where not granted');
    return rows.length;
  }

  it.each(['immediate', 'fast'] as const)(
    'while reads and writes are blocked (%s): each is a 503 that says when to try again, and the server lives (D73)',
    async (mode) => {
      const lock = await lockOrders();
      const keys = [randomUUID(), randomUUID()];
      const asked = [list(), unattended(), ...keys.map((key) => servers.place(server, key))];
      await vi.waitFor(async () => expect(await blocked(lock)).toBeGreaterThanOrEqual(3), 10_000);
      await postgres.stop(mode);
      const answers = await Promise.all((await Promise.all(asked)).map(told));
      // A fast stop ends the session that holds the lock first: a waiting write may still succeed, and must then say
      // so.
      const truthful = mode === 'fast' ? ['503 true', '200 false', '201 false'] : ['503 true'];
      for (const answer of answers) expect(truthful).toContain(answer);
      expect(await told(await list())).toBe('503 true');
      expect(await told(await fetch(`${server.origin}/ready`))).toBe('503 true');
      expect((await fetch(`${server.origin}/health`)).status).toBe(200);
      await lock.end().catch(() => undefined);

      await postgres.start();
      await backAgain();
      for (const key of keys) expect((await servers.place(server, key)).status).toBe(201);
      expect(server.process.exitCode).toBeNull();
    },
  );

  it('while orders come in, three times over: answers are 201 or 503, nothing acknowledged is lost, and the till hears all', async () => {
    const acknowledged = new Map<string, string>();
    const statuses = new Set<number>();
    const closing = new AbortController();
    const { signal } = closing;
    await tillIsThere();
    const customer = async () => {
      let key = randomUUID();
      while (!signal.aborted) {
        const reply = await servers.place(server, key);
        statuses.add(reply.status);
        const body = (await reply.json()) as { order?: { id: string } };
        if (reply.status !== 201 || !body.order) continue;
        acknowledged.set(key, body.order.id);
        key = randomUUID();
      }
    };
    const reader = async () => {
      while (!signal.aborted) for (const ask of [list, unattended]) statuses.add((await ask()).status);
    };
    const hands = [customer(), customer(), customer(), reader(), reader()];
    for (const mode of ['immediate', 'fast', 'immediate'] as const) {
      const before = acknowledged.size;
      await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 10), 30_000);
      await postgres.stop(mode);
      await vi.waitFor(() => expect(statuses).toContain(503), 10_000);
      statuses.delete(503);
      await postgres.start();
      await backAgain();
    }
    closing.abort();
    await Promise.all(hands);
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    const there = new Set((await servers.orders(server)).map(({ id }) => id));
    expect([...acknowledged.values()].filter((id) => !there.has(id))).toEqual([]);
    await till.fetch();
    await vi.waitFor(
      () => expect([...till.known.keys()]).toEqual(expect.arrayContaining([...there])),
      10_000,
    );
    expect(server.process.exitCode).toBeNull();
    expect(lines.filter((line) => line.includes('Deprecat'))).toEqual([]);
  });

  it('is told to a screen that asks, within 3 s, over a line that carries all the while (D71)', async () => {
    await tillIsThere();
    const { socket } = till;
    const bar = { screenId: 'bar', screenName: 'Till on BAR-PC', silent: null };
    const away = { ok: false, error: 'UNAVAILABLE' };
    const here = () =>
      vi.waitFor(async () => expect(await beat(socket, bar)).toMatchObject({ ok: true }), 20_000);
    await here();
    const lock = new pg.Client({ connectionString: servers.databaseUrl });
    lock.on('error', () => undefined);
    await lock.connect();
    await lock.query('begin; lock table outlet_feeds in access exclusive mode');
    for (let n = 0; n < 3; n += 1) {
      const since = performance.now();
      expect(await beat(socket, bar)).toEqual(away);
      expect(performance.now() - since).toBeLessThan(3_500);
    }
    await lock.end();
    await here();
    await postgres.stop('immediate');
    expect(await beat(socket, bar)).toEqual(away);
    await postgres.start();
    await backAgain();
    await here();
    expect(socket.connected).toBe(true);
    expect(lines.filter((line) => line.includes('heartbeats cannot be answered'))).toHaveLength(2);
  });

  it('that takes no writes: orders are a 503, reads go on, and /ready says so (D42)', async () => {
    const administrator = new pg.Client({ connectionString: servers.databaseUrl });
    await administrator.connect();
    await administrator.query('set default_transaction_read_only = off');
    const refuseWrites = async (refuse: boolean) => {
      await administrator.query(`alter system set default_transaction_read_only = ${refuse ? 'on' : 'off'}`);
      await administrator.query('select pg_reload_conf()');
    };
    await refuseWrites(true);
    await vi.waitFor(async () => expect(await ready()).toBe(503), 10_000);
    expect(await told(await servers.place(server))).toBe('503 true');
    expect((await list()).status).toBe(200);
    await refuseWrites(false);
    await backAgain();
    expect((await servers.place(server)).status).toBe(201);
    await administrator.end();
  });

  it('that has refused a write for want of room is ready again once something can be written (D42)', async () => {
    const administrator = openPostgres(servers.databaseUrl);
    const run = (text: string, at = administrator) => sql.raw(text).execute(at.kysely);
    await run('create role cramped login; grant all on schema public to cramped');
    const address = new URL(servers.databaseUrl);
    address.username = 'cramped';
    const database = openPostgres(address.href);
    await database.ping();
    const full = "do $$ begin raise exception using errcode = 'disk_full'; end $$";
    await expect(run(full, database)).rejects.toMatchObject({ code: '53100' });
    // The disk is not full, so something else must prevent the next write.
    const name = address.pathname.slice(1);
    await run(`revoke temporary on database "${name}" from public`);
    await expect(database.ping()).rejects.toMatchObject({ code: '42501' });
    await run(`grant temporary on database "${name}" to public`);
    await database.ping();
    const left = await run("select 1 from pg_class where relname like 'probe%'");
    expect(left.rows, 'nothing is left of it').toEqual([]);
    await Promise.all([database.close(), administrator.close()]);
  });
});
