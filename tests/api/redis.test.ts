import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { ServerProcess } from '../../demo/server-process.ts';
import { ownersUrl } from '../../server/testing/database.ts';
import { testServer } from '../../server/testing/server.ts';
import { floodUnread } from '../support/shop/live-screen.ts';
import { redisProgram, testRedis, type TestRedis } from '../support/servers/redis.ts';
import {
  listeningTill,
  sellerEmail,
  startServers,
  type ListeningTill,
  type Servers,
} from '../support/servers/servers.ts';

const postgresUrl = ownersUrl;
/** Several servers need both; the summary of `npm test` names what was skipped everywhere. */
const possible = postgresUrl !== '' && redisProgram !== null;

let redis: TestRedis;
let servers: Servers;
let a: ServerProcess;
let b: ServerProcess;
const tills: ListeningTill[] = [];

const till = (at: () => ServerProcess) => {
  const made = listeningTill(servers, at);
  tills.push(made);
  return made;
};
const connected = (one: ListeningTill, times = 1) =>
  vi.waitFor(() => expect(one.connections()).toBeGreaterThanOrEqual(times), 20_000);
const versions = (orders: Iterable<Order>) =>
  [...orders].map(({ id, version, status }) => `${id} ${version} ${status}`).toSorted();
const placed = async (server: ServerProcess, key?: string) => {
  const reply = await servers.place(server, key);
  expect(reply.status).toBe(201);
  return ((await reply.json()) as { order: Order }).order;
};
const ready = async (server: ServerProcess) => (await fetch(`${server.origin}/ready`)).status;

describe.skipIf(!possible)('two servers on one PostgreSQL and one Redis', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    redis = await testRedis();
    await redis.start();
    servers = await startServers(postgresUrl, { REDIS_URL: redis.url });
    [a, b] = await Promise.all([servers.start(), servers.start()]);
    await servers.open(a);
  });
  afterEach(() => {
    for (const one of tills.splice(0)) one.close();
  });
  afterAll(async () => {
    await servers?.stop();
    await redis?.stop();
  });

  it('a till at one server hears of what happens at the other, in order (D41, R17)', async () => {
    const at = till(() => a);
    await connected(at);
    const order = await placed(b);
    await servers.call(b, 'POST', `/sellers/orders/accept/${order.id}`);
    await vi.waitFor(() => expect(at.heard).toHaveLength(2));
    expect(at.heard.map(({ order: { id, status } }) => [id, status])).toEqual([
      [order.id, 'deliver_pending'],
      [order.id, 'deliver_waiting'],
    ]);
    const [first, second] = at.heard;
    expect(second?.seq).toBe((first?.seq ?? 0) + 1);
  });

  it('signing out at one server closes the sockets at the other (A17)', async () => {
    const reply = await servers.call(a, 'POST', '/sellers/sign-in', {
      email: sellerEmail,
      password: 'servery-demo',
    });
    const { account } = (await reply.json()) as { account: { accessToken: string; refreshToken: string } };
    const socket = io(b.origin, { transports: ['websocket'], auth: { token: account.accessToken } });
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    await servers.call(a, 'POST', '/sellers/sign-out', { refreshToken: account.refreshToken });
    expect(await ended).toBe('io server disconnect');
    socket.disconnect();
  });

  it('a seller has fifty sockets at most, wherever they are (R13)', async () => {
    const open = (server: ServerProcess) => {
      const socket = io(server.origin, {
        transports: ['websocket'],
        auth: { token: servers.token },
        forceNew: true,
        reconnection: false,
      });
      const outcome = new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('connected'));
        socket.once('connect_error', ({ message }) => resolve(message));
      });
      return { socket, outcome };
    };
    const many = Array.from({ length: 50 }, (_, n) => open(n % 2 === 0 ? a : b));
    expect(new Set(await Promise.all(many.map(({ outcome }) => outcome)))).toEqual(new Set(['connected']));
    for (const server of [a, b]) expect(await open(server).outcome).toBe('TOO_MANY_CONNECTIONS');
    many[0]?.socket.disconnect();
    await vi.waitFor(async () => {
      const again = open(b);
      expect(await again.outcome).toBe('connected');
      again.socket.disconnect();
    }, 10_000);
    for (const { socket } of many) socket.disconnect();
    // The following tests need room of their own.
    await vi.waitFor(async () => {
      const again = open(a);
      expect(await again.outcome).toBe('connected');
      again.socket.disconnect();
    }, 10_000);
  });

  it('the servers count failed sign-ins together, and go on counting while Redis is away (A6)', async () => {
    const fail = (server: ServerProcess, email: string) =>
      servers.call(server, 'POST', '/sellers/sign-in', { email, password: 'not the password' });
    const spread = async (email: string) => {
      const statuses: number[] = [];
      for (let n = 0; n < 11; n += 1) statuses.push((await fail(n % 2 === 0 ? a : b, email)).status);
      return statuses;
    };
    const tenThenLimited = [...Array.from({ length: 10 }, () => 401), 429];
    expect(await spread('nobody@servery.test')).toEqual(tenThenLimited);
    const limited = await fail(b, 'nobody@servery.test');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    await redis.kill();
    try {
      expect(await spread('nobody-else@servery.test')).toEqual(tenThenLimited);
    } finally {
      await redis.start();
    }
    await vi.waitFor(async () => expect([await ready(a), await ready(b)]).toEqual([200, 200]), 20_000);
  });

  it('without Redis a server is alive and not ready (L11)', async () => {
    await redis.kill();
    const reply = await fetch(`${a.origin}/ready`);
    expect(reply.status).toBe(503);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${a.origin}/health`)).status).toBe(200);
    await redis.start();
    await vi.waitFor(async () => expect(await ready(a)).toBe(200), 20_000);
  });

  it('a Redis that is silent holds up no order, no event and no sign-in (R17)', async () => {
    const at = till(() => a);
    await connected(at);
    redis.freeze();
    try {
      const order = await placed(a);
      await vi.waitFor(() => expect(at.heard.at(-1)?.order.id).toBe(order.id));
      expect((await servers.call(a, 'POST', `/sellers/orders/accept/${order.id}`)).status).toBe(200);
      expect(await ready(a)).toBe(503);
      const wrong = { email: 'silence@servery.test', password: 'not the password' };
      for (let n = 0; n < 10; n += 1)
        expect((await servers.call(a, 'POST', '/sellers/sign-in', wrong)).status).toBe(401);
      expect((await servers.call(b, 'POST', '/sellers/sign-in', wrong)).status).toBe(429);
    } finally {
      redis.thaw();
    }
    await vi.waitFor(async () => expect([await ready(a), await ready(b)]).toEqual([200, 200]), 20_000);
  });

  it('a server stops with 0 while Redis is silent (L12, R17)', async () => {
    const stopping = await servers.start();
    await vi.waitFor(async () => expect(await ready(stopping)).toBe(200), 20_000);
    redis.freeze();
    try {
      // Its event waits for Redis.
      await placed(stopping);
      stopping.process.kill('SIGTERM');
      expect(await stopping.ended).toBe(0);
    } finally {
      redis.thaw();
    }
    await vi.waitFor(async () => expect([await ready(a), await ready(b)]).toEqual([200, 200]), 20_000);
  });

  it('Redis is killed in the middle of a run: nothing acknowledged is missing, nothing is double (R17)', async () => {
    const [atA, atB] = [till(() => a), till(() => b)];
    await Promise.all([connected(atA), connected(atB)]);
    const before = (await servers.orders(a)).length;
    const acknowledged: string[] = [];
    const run = async (server: ServerProcess, count: number) => {
      for (let n = 0; n < count; n += 1) acknowledged.push((await placed(server)).id);
    };
    await Promise.all([run(a, 15), run(b, 15)]);
    await redis.kill();
    // A till is notified at once of changes at its own server, with or without Redis.
    const heard = atA.heard.length;
    const alone = await placed(a);
    acknowledged.push(alone.id);
    await vi.waitFor(() =>
      expect(atA.heard.slice(heard).some(({ order }) => order.id === alone.id)).toBe(true),
    );
    for (const until = Date.now() + 3_000; Date.now() < until;) await Promise.all([run(a, 2), run(b, 2)]);
    await redis.start();
    await vi.waitFor(async () => expect([await ready(a), await ready(b)]).toEqual([200, 200]), 20_000);
    await Promise.all([run(a, 10), run(b, 10)]);
    const list = await servers.orders(b);
    expect(list).toHaveLength(before + acknowledged.length);
    expect(list.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(new Set(list.map(({ orderNumber }) => orderNumber)).size).toBe(list.length);
    for (const one of [atA, atB]) {
      await one.fetch();
      expect(versions(one.known.values())).toEqual(versions(list));
      const events = one.heard.map(({ order: { id, version } }) => `${id} ${version}`);
      expect(new Set(events).size).toBe(events.length);
    }
    // Once Redis is back, events cross again.
    const crossed = atA.heard.length;
    const { id } = await placed(b);
    await vi.waitFor(() => expect(atA.heard.slice(crossed).some(({ order }) => order.id === id)).toBe(true));
  });

  it('a server is killed in the middle of a run: its till comes back at the other and equals the database (R3, R17)', async () => {
    const doomed = await servers.start();
    let at = doomed;
    const moving = till(() => at);
    await connected(moving);
    const acknowledged: string[] = [];
    const unanswered: string[] = [];
    const burst = Array.from({ length: 4 }, async () => {
      for (;;) {
        const key = randomUUID();
        try {
          acknowledged.push((await placed(doomed, key)).id);
        } catch {
          unanswered.push(key);
          return;
        }
        if (acknowledged.length === 30) {
          at = b;
          doomed.process.kill('SIGKILL');
        }
      }
    });
    await Promise.all(burst);
    await connected(moving, 2);
    // Customers without an answer retry at the other server, with the same key.
    for (const key of unanswered) acknowledged.push((await placed(b, key)).id);
    const list = await servers.orders(b);
    await vi.waitFor(() => expect(versions(moving.known.values())).toEqual(versions(list)));
    expect(list.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
  });
});

describe.skipIf(!possible)('one server, and no Redis at its start', () => {
  it('serves all the same, and shares events once Redis is there (R17)', async () => {
    redis = await testRedis();
    servers = await startServers(postgresUrl, { REDIS_URL: redis.url });
    try {
      [a, b] = await Promise.all([servers.start(), servers.start()]);
      await servers.open(a);
      const at = till(() => a);
      await connected(at);
      await placed(a);
      await vi.waitFor(() => expect(at.heard).toHaveLength(1));
      expect(await ready(a)).toBe(503);
      await redis.start();
      await vi.waitFor(async () => {
        expect([await ready(a), await ready(b)]).toEqual([200, 200]);
        const order = await placed(b);
        await vi.waitFor(() => expect(at.heard.at(-1)?.order.id).toBe(order.id), 500);
      }, 30_000);
    } finally {
      for (const one of tills.splice(0)) one.close();
      await servers.stop();
      await redis.stop();
    }
  });
});

describe.skipIf(!possible)('two servers in one process', () => {
  it('a client that stops reading is cut, also when it is another server that sends (R14)', async () => {
    redis = await testRedis();
    await redis.start();
    const here = await testServer({ redisUrl: redis.url });
    const there = await testServer({ redisUrl: redis.url, beside: here });
    const shop = await here.trading();
    const order = await shop.order();
    const origin = await here.app.server.listen({ port: 0, host: '127.0.0.1' });
    await vi.waitFor(async () => expect((await there.app.server.inject('/ready')).statusCode).toBe(200));
    const socket = io(origin, {
      transports: ['websocket'],
      auth: { token: shop.accessToken },
      reconnection: false,
    });
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    await socket.emitWithAck('connect-outlet', shop.outletId);
    // Before the break it receives the other server's events.
    const heard = new Promise((resolve) => socket.once('order-update', resolve));
    await vi.waitFor(async () => {
      there.app.live.orderChanged(shop.outletId, { order, seq: 1 });
      await Promise.race([heard, Promise.reject(new Error('nothing yet'))]);
    }, 10_000);
    const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    const client = await floodUnread(socket, there, { order, first: 2, last: 2_500 });
    await vi.waitFor(() => expect(here.app.live.count()).toBe(0), 20_000);
    client.resume();
    expect(await ended).toMatch(/transport/);
    await there.close();
    await here.close();
    await redis.stop();
  });
});
