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
  const ours = await openIntake(url);
  const floor = await openPostgresFloor(url, CONNECTIONS);
  const rows: Row[] = [];
  for (const connections of [CONNECTIONS, 1]) {
    const measureOurs = () => load(connections, ROUND_MS, ours.order);
    const measureFloor = () => load(connections, ROUND_MS, floor.order);
    await load(connections, WARM_UP_MS, ours.order);
    await load(connections, WARM_UP_MS, floor.order);
    const samples = await alternate(3, measureOurs, measureFloor);
    const rate = (some: typeof samples.ours) => median(some.map(({ perSecond }) => perSecond));
    const latency = (some: typeof samples.ours, share: number) =>
      median(some.map(({ latenciesMs }) => quantile(latenciesMs, share)));
    if (connections === CONNECTIONS)
      rows.push(
        row(
          'M1',
          'POST order, PostgreSQL, 16 connections',
          rate(samples.ours),
          rate(samples.floor),
          '/s',
          '>= 0.6',
        ),
      );
    else
      for (const [share, name, target] of [
        [0.5, 'p50', '<= 3'],
        [0.99, 'p99', '<= 5'],
      ] as const)
        rows.push(
          row(
            'M2',
            `POST order, PostgreSQL, 1 connection, ${name}`,
            latency(samples.ours, share),
            latency(samples.floor, share),
            'ms',
            target,
          ),
        );
  }
  await floor.close();
  await ours.close();
  return rows;
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
    row('M4', 'POST order, embedded, 16 callers', rate(samples.ours), rate(samples.floor), '/s', '>= 0.7'),
  ];
}
