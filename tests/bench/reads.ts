import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { startProcess } from './bench-process.ts';
import { exchange } from './exchange.ts';
import { orderBody } from './floor-postgres.ts';
import { alternate, load, median, row, type Row } from './measure.ts';
import { openShop } from './shop.ts';

const CONNECTIONS = 64;
const ROUNDS = 5;
const ROUND_MS = 2_000;
const WARM_UP_MS = 1_500;
const OUTLETS = 4;
/** Orders of each outlet's open session. */
const LIVE_ORDERS = 10;

/** The most frequent reads of staff and customers, against bare Fastify and zod returning an order of 1 KB. */
export async function readRows(databaseUrl: string): Promise<Row[]> {
  const shop = await openShop({ databaseUrl, outlets: OUTLETS });
  const server = await shop.start();
  const floor = await startProcess('floor-echo.ts');
  const ours = new Pool(server.origin, { connections: CONNECTIONS, pipelining: 1 });
  const echo = new Pool(floor.origin, { connections: CONNECTIONS, pipelining: 1 });
  try {
    const orders: string[] = [];
    for (const outlet of shop.outlets)
      for (let nth = 0; nth < LIVE_ORDERS; nth += 1) {
        const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
        const path = `/api/customers/outlets/${outlet}/orders`;
        const { body } = await ours.request({ method: 'POST', path, headers, body: shop.basket });
        orders.push(((await body.json()) as { order: { id: string } }).order.id);
      }
    const authorization = `Bearer ${shop.sellers[0]?.token}`;
    const outletOf = (caller: number) => shop.outlets[caller % OUTLETS];
    const readings = [
      ['menu', (caller: number) => `/api/customers/outlets/${outletOf(caller)}/menu`],
      ['one order', (caller: number) => `/api/sellers/orders/${orders[caller % orders.length]}`],
      [
        `live list, ${LIVE_ORDERS} orders`,
        (caller: number) => `/api/sellers/outlets/${outletOf(caller)}/orders`,
      ],
    ] as const;
    const sendEcho = () =>
      exchange(echo, {
        method: 'POST',
        path: '/echo',
        headers: { 'content-type': 'application/json' },
        body: orderBody,
      });
    await load(CONNECTIONS, WARM_UP_MS, async () => void (await sendEcho()));
    const rows: Row[] = [];
    for (const [name, path] of readings) {
      const read = (caller: number) =>
        exchange(ours, { method: 'GET', path: path(caller), headers: { authorization } });
      const bytes = await read(0);
      await load(CONNECTIONS, WARM_UP_MS, async (caller) => void (await read(caller)));
      const samples = await alternate(
        ROUNDS,
        () => load(CONNECTIONS, ROUND_MS, async (caller) => void (await read(caller))),
        () => load(CONNECTIONS, ROUND_MS, async () => void (await sendEcho())),
      );
      const rate = (some: typeof samples.ours) => median(some.map(({ perSecond }) => perSecond));
      const what = `read: ${name} (${(bytes / 1024).toFixed(1)} KB), ${CONNECTIONS} connections`;
      rows.push(row('M5', what, rate(samples.ours), rate(samples.floor), '/s', '>= 0.5'));
    }
    return rows;
  } finally {
    await Promise.all([ours.close(), echo.close(), floor.stop()]);
    await shop.stop();
  }
}
