import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { HEARTBEAT_MS } from '#shared/api/live.ts';
import { redisProgram, testRedis } from '../support/servers/redis.ts';
import { startProcess, sharedNow, type BenchProcess } from './bench-process.ts';
import { alternate, median, row, type Row } from './measure.ts';
import { openShop, type Shop } from './shop.ts';
import type { Heard, Till } from './socket-clients.ts';

const SELLERS = 100;
const OUTLETS_PER_SELLER = 5;
/** A seller may have 50 sockets. */
const SOCKETS_PER_OUTLET = 10;
const EMIT_MS = 5_000;
const ROUNDS = 5;
const EVENING_MS = 30_000;
const ORDERS_PER_SECOND = 50;
const BEATING_MS = 20_000;

/** Sockets of signed-in tills against those of bare socket.io. */
export async function socketRows(
  databaseUrl: string,
  includes: (...ids: string[]) => boolean,
): Promise<{ rows: Row[]; missing: string[] }> {
  const shop = await openShop({ databaseUrl, sellers: SELLERS, outlets: OUTLETS_PER_SELLER });
  try {
    const rows = [
      ...(includes('R15') ? await heartbeatRows(shop) : []),
      ...(includes('M6') ? await oneServer(shop) : []),
      ...(includes('R16') ? await evening(shop) : []),
    ];
    if (!includes('M6')) return { rows, missing: [] };
    if (!redisProgram) return { rows, missing: ['M6, two servers: no redis-server'] };
    return { rows: [...rows, ...(await twoServers(shop))], missing: [] };
  } finally {
    await shop.stop();
  }
}

type Memory = { heap: number; rss: number };
/** Servers of one kind with all their tills. */
type Side = { servers: BenchProcess[]; clients: BenchProcess; heapPerSocket: number; rssPerSocket: number };

async function openSide(
  entry: string,
  env: Record<string, string>,
  count: number,
  tills: Omit<Till, 'origin'>[],
) {
  const servers: BenchProcess[] = [];
  for (let nth = 0; nth < count; nth += 1) servers.push(await startProcess(entry, env));
  const clients = await startProcess('socket-clients.ts');
  const placed = tills.map((till, index) => ({ ...till, origin: servers[index % count]?.origin ?? '' }));
  // Code that is loaded for the first socket counts for none.
  await clients.ask('open', placed.slice(0, 20 * count));
  const before = await held(servers);
  const rest = placed.slice(20 * count);
  await clients.ask('open', rest);
  const after = await held(servers);
  const side: Side = {
    servers,
    clients,
    heapPerSocket: (after.heap - before.heap) / rest.length,
    rssPerSocket: (after.rss - before.rss) / rest.length,
  };
  return side;
}

async function held(servers: BenchProcess[]): Promise<Memory> {
  const each = await Promise.all(servers.map((server) => server.ask<Memory>('memory')));
  return {
    heap: each.reduce((sum, { heap }) => sum + heap, 0),
    rss: each.reduce((sum, { rss }) => sum + rss, 0),
  };
}

async function closeSide({ servers, clients }: Side): Promise<void> {
  await Promise.all([...servers, clients].map((one) => one.stop()));
}

/** The first server emits 200 orders a second; returns what all tills received. */
async function tell({ servers, clients }: Side, rooms: string[], durationMs: number): Promise<Heard> {
  const sent = (await servers[0]?.ask<number>('emit', { rooms, durationMs })) ?? 0;
  const expected = sent * SOCKETS_PER_OUTLET;
  const heard = await clients.ask<Heard>('heard', { expected });
  if (heard.count < expected) throw new Error(`Of ${expected} messages ${heard.count} were heard`);
  return heard;
}

const tillsOf = (shop: Shop, perOutlet: number, outlets: number) =>
  shop.sellers.flatMap(({ token, outlets: theirs }) =>
    theirs.slice(0, outlets).flatMap((room) => Array.from({ length: perOutlet }, () => ({ token, room }))),
  );

async function compare(shop: Shop, name: string, count: number, env: Record<string, string>): Promise<Row[]> {
  const tills = tillsOf(shop, SOCKETS_PER_OUTLET, OUTLETS_PER_SELLER);
  const ours = await openSide('ours-sockets.ts', { ...shop.env, ...env }, count, tills);
  const floor = await openSide('floor-sockets.ts', env, count, tills);
  try {
    await tell(ours, shop.outlets, 2_000);
    await tell(floor, shop.outlets, 2_000);
    const samples = await alternate(
      ROUNDS,
      () => tell(ours, shop.outlets, EMIT_MS),
      () => tell(floor, shop.outlets, EMIT_MS),
    );
    const p99 = (some: Heard[]) => median(some.map((heard) => heard.p99));
    return [
      ...(count === 1
        ? [
            row(
              'M6',
              'heap of a signed-in socket',
              ours.heapPerSocket / 1024,
              floor.heapPerSocket / 1024,
              'KB',
              '<= 1.5',
            ),
          ]
        : []),
      row(
        'M6',
        `emit to callback, ${tills.length} sockets, ${name}, p99`,
        p99(samples.ours),
        p99(samples.floor),
        'ms',
        '<= 2',
      ),
    ];
  } finally {
    await Promise.all([closeSide(ours), closeSide(floor)]);
  }
}

/** The cost of every screen's heartbeat every 5 s, which checks the connection and the count of changes. */
async function heartbeatRows(shop: Shop): Promise<Row[]> {
  const tills = tillsOf(shop, SOCKETS_PER_OUTLET, OUTLETS_PER_SELLER);
  const ours = await openSide('ours-sockets.ts', shop.env, 1, tills);
  const floor = await openSide('floor-sockets.ts', {}, 1, tills);
  try {
    const samples = await alternate(
      3,
      () => beating(ours),
      () => beating(floor),
    );
    const of = (some: Beating[], what: keyof Beating) => median(some.map((one) => one[what]));
    const name = `heartbeats of ${tills.length} sockets, one every ${HEARTBEAT_MS / 1000} s`;
    const [cpu, count] = ['corePercent', 'count'] as const;
    return [
      row('R15', `${name}: the server’s core`, of(samples.ours, cpu), of(samples.floor, cpu), '%', '<= 2'),
      row('R15', `${name}: answer, p99, against its limit`, of(samples.ours, 'p99'), 250, 'ms', '<= 1'),
      row('R15', `${name}: answered`, of(samples.ours, count), of(samples.floor, count), '', '>= 0.98'),
    ];
  } finally {
    await Promise.all([closeSide(ours), closeSide(floor)]);
  }
}

type Beating = Heard & { corePercent: number };

async function beating({ servers, clients }: Side): Promise<Beating> {
  const used = async () =>
    (await Promise.all(servers.map((server) => server.ask<number>('cpu')))).reduce((sum, ms) => sum + ms, 0);
  const before = await used();
  const heard = await clients.ask<Heard>('beat', { durationMs: BEATING_MS });
  return { ...heard, corePercent: (((await used()) - before) / BEATING_MS) * 100 };
}

const oneServer = (shop: Shop) => compare(shop, 'one server', 1, {});

async function twoServers(shop: Shop): Promise<Row[]> {
  const redis = await testRedis();
  await redis.start();
  try {
    return await compare(shop, 'two servers', 2, { REDIS_URL: redis.url });
  } finally {
    await redis.stop();
  }
}

/** A busy evening at 100 outlets with 50 tills each, from the customer's press to every till, against its limits. */
async function evening(shop: Shop): Promise<Row[]> {
  const perOutlet = OUTLETS_PER_SELLER * SOCKETS_PER_OUTLET;
  const tills = tillsOf(shop, perOutlet, 1);
  const side = await openSide('ours-sockets.ts', shop.env, 1, tills);
  try {
    const outlets = shop.sellers.flatMap(({ outlets }) => outlets.slice(0, 1));
    const placed = await placeEvenly(side.servers[0]?.origin ?? '', shop, outlets);
    const expected = placed * perOutlet;
    const heard = await side.clients.ask<Heard>('heard', { expected });
    const name = `${tills.length} sockets, ${outlets.length} outlets, ${ORDERS_PER_SECOND} orders/s`;
    return [
      row('R16', `POST to callback, ${name}, p99, against its limit`, heard.p99, 250, 'ms', '<= 1'),
      row('R16', 'memory (RSS) of a socket, against its limit', side.rssPerSocket / 1024, 40, 'KB', '<= 1'),
      row('R16', 'messages heard, of those sent', heard.count, expected, '', '>= 1'),
    ];
  } finally {
    await closeSide(side);
  }
}

/** Places orders at an even pace, however long each takes; returns how many. */
async function placeEvenly(origin: string, shop: Shop, outlets: string[]): Promise<number> {
  const placing: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const end = sharedNow() + EVENING_MS;
    const timer = setInterval(() => {
      if (sharedNow() >= end) {
        clearInterval(timer);
        return resolve();
      }
      placing.push(place(origin, shop, outlets[placing.length % outlets.length] ?? ''));
    }, 1000 / ORDERS_PER_SECOND);
  });
  await Promise.all(placing);
  return placing.length;
}

async function place(origin: string, shop: Shop, outlet: string): Promise<void> {
  const { statusCode, body } = await request(`${origin}/api/customers/outlets/${outlet}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ ...(JSON.parse(shop.basket) as object), note: String(sharedNow()) }),
  });
  await body.dump();
  if (statusCode !== 201) throw new Error(`An order was answered ${statusCode}`);
}
