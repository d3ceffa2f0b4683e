import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { emptyDatabase } from '../support/servers/empty-database.ts';
import { exchange } from './exchange.ts';
import { alternate, load, median, quantile, row, type Row } from './measure.ts';
import { openShop } from './shop.ts';
import { installVendure, startVendure } from './vendure/install.ts';
import { visitVendure } from './vendure/visit.ts';

const CUSTOMERS = 16;
const OUTLETS = 16;
const ROUND_MS = 8_000;
const WARM_UP_MS = 4_000;

/**
 * A customer's whole visit (menu, order, payment) against a guest order of Vendure's on the same PostgreSQL server.
 */
export async function visitRows(postgresUrl: string): Promise<{ rows: Row[]; missing: string[] }> {
  const installed = await installVendure();
  if (installed) return { rows: [], missing: [`M3: ${installed.missing}`] };
  const theirs = await emptyDatabase(postgresUrl);
  const vendure = await startVendure(theirs.url);
  const shop = await openShop({ databaseUrl: postgresUrl, outlets: OUTLETS });
  const server = await shop.start();
  const [vendurePool, pool] = [vendure.origin, server.origin].map(
    (origin) => new Pool(origin, { connections: CUSTOMERS, pipelining: 1 }),
  ) as [Pool, Pool];
  const visitOurs = async (caller: number) => {
    const path = `/api/customers/outlets/${shop.outlets[caller % OUTLETS]}`;
    await exchange(pool, { method: 'GET', path: `${path}/menu` });
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    await exchange(pool, { method: 'POST', path: `${path}/orders`, headers, body: shop.basket }, 201);
  };
  const visitTheirs = () => visitVendure(vendurePool);
  try {
    await load(CUSTOMERS, WARM_UP_MS, visitOurs);
    await load(CUSTOMERS, WARM_UP_MS, visitTheirs);
    const samples = await alternate(
      3,
      () => load(CUSTOMERS, ROUND_MS, visitOurs),
      () => load(CUSTOMERS, ROUND_MS, visitTheirs),
    );
    const rate = (some: typeof samples.ours) => median(some.map(({ perSecond }) => perSecond));
    const p99 = (some: typeof samples.ours) =>
      median(some.map(({ latenciesMs }) => quantile(latenciesMs, 0.99)));
    const what = `a visit, ${CUSTOMERS} customers, against Vendure's guest order`;
    return {
      rows: [
        row('M3', what, rate(samples.ours), rate(samples.floor), '/s', '>= 60'),
        row('M3', `${what}, p99`, p99(samples.ours), p99(samples.floor), 'ms', '<= 0.025'),
      ],
      missing: [],
    };
  } finally {
    await Promise.all([pool.close(), vendurePool.close()]);
    await vendure.stop();
    await shop.stop();
    await theirs.drop();
  }
}
