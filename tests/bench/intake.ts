import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { openPgliteFloor } from './floor-pglite.ts';
import { openPostgresFloor } from './floor-postgres.ts';
import { alternate, load, median, quantile, row, type Row } from './measure.ts';
import { openShop } from './shop.ts';

const ROUND_MS = 4_000;
const WARM_UP_MS = 1_000;
const CONNECTIONS = 16;
/** Outlets that share the load: each has one row that its orders lock in turn. */
const OUTLETS = 16;

/** A server with its own empty database and trading outlets, and a function that places one order. */
export async function openIntake(databaseUrl: string | null) {
  const shop = await openShop({ databaseUrl, outlets: OUTLETS });
  const server = await shop.start();
  const pool = new Pool(server.origin, { connections: CONNECTIONS, pipelining: 1 });
  return {
    /** The server's process id. */
    pid: server.process.pid ?? 0,
    async order(caller: number): Promise<void> {
      const reply = await pool.request({
        method: 'POST',
        path: `/api/customers/outlets/${shop.outlets[caller % OUTLETS]}/orders`,
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: shop.basket,
      });
      const text = await reply.body.text();
      if (reply.statusCode !== 201) throw new Error(`${reply.statusCode} ${text}`);
    },
    async close(): Promise<void> {
      await pool.close();
      await shop.stop();
    },
  };
}

/** The whole `POST` of an order against raw transactions on the same PostgreSQL server. */
export async function intakeOnPostgres(url: string): Promise<Row[]> {
  const many = await intakeOf(url, CONNECTIONS);
  const one = await intakeOf(url, 1);
  const rate = (samples: Samples) => median(samples.map(({ perSecond }) => perSecond));
  const latency = (samples: Samples, share: number) =>
    median(samples.map(({ latenciesMs }) => quantile(latenciesMs, share)));
  const single = (share: number, name: string, target: string) =>
    row(
      'M2',
      `POST order, PostgreSQL, 1 connection, ${name}`,
      latency(one.ours, share),
      latency(one.floor, share),
      'ms',
      target,
    );
  return [
    row('M1', 'POST order, PostgreSQL, 16 connections', rate(many.ours), rate(many.floor), '/s', '>= 0.6'),
    single(0.5, 'p50', '<= 3'),
    single(0.99, 'p99', '<= 5'),
  ];
}

type Samples = Awaited<ReturnType<typeof load>>[];

/** In a shop of its own: what nobody has seen of orders that came before would be told to people meanwhile. */
async function intakeOf(url: string, connections: number): Promise<{ ours: Samples; floor: Samples }> {
  const ours = await openIntake(url);
  const floor = await openPostgresFloor(url, connections);
  const measureOurs = (ms: number) => load(connections, ms, ours.order);
  const measureFloor = (ms: number) => load(connections, ms, floor.order);
  await measureOurs(WARM_UP_MS);
  await measureFloor(WARM_UP_MS);
  const samples = await alternate(
    3,
    () => measureOurs(ROUND_MS),
    () => measureFloor(ROUND_MS),
  );
  await floor.close();
  await ours.close();
  return samples;
}

/** The same on the embedded database, against raw PGlite with one sync for each group of commits. */
export async function intakeEmbedded(): Promise<Row[]> {
  const ours = await openIntake(null);
  const folder = await mkdtemp(path.join(tmpdir(), 'servery-floor-'));
  const floor = await openPgliteFloor(path.join(folder, 'pglite'));
  await load(CONNECTIONS, WARM_UP_MS, ours.order);
  await load(CONNECTIONS, WARM_UP_MS, floor.order);
  const samples = await alternate(
    3,
    () => load(CONNECTIONS, ROUND_MS, ours.order),
    () => load(CONNECTIONS, ROUND_MS, floor.order),
  );
  const rate = (some: typeof samples.ours) => median(some.map(({ perSecond }) => perSecond));
  await floor.close();
  await ours.close();
  await rm(folder, { recursive: true, force: true });
  return [
    row('M4', 'POST order, embedded, 16 callers', rate(samples.ours), rate(samples.floor), '/s', '>= 0.8'),
  ];
}
