import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Pool } from 'undici';
import type { Database } from '../../server/database/database.ts';
import { exchange } from './exchange.ts';
import { alternate, load, median, quantile, row, type Row } from './measure.ts';
import { openShop } from './shop.ts';

const CONNECTIONS = 4;
const ROUND_MS = 2_000;
const WARM_UP_MS = 1_500;
const ROUNDS = 5;
const SELLERS = 20;
const OUTLETS_PER_SELLER = 5;
const ORDERS_PER_SESSION = 100;
const LIVE_ORDERS = 20;
const FEW = 10_000;
const MANY = 1_000_000;
/** How many old orders are read, spread over all. */
const SAMPLE = 1_000;

/** What staff and customers wait for with a million orders stored, against ten thousand on the same server. */
export async function growthRows(postgresUrl: string): Promise<Row[]> {
  const many = await openGrown(postgresUrl, MANY);
  const few = await openGrown(postgresUrl, FEW);
  try {
    const rows: Row[] = [];
    for (const name of ['live list', 'one order', 'POST order'] as const) {
      const measure = (grown: typeof many) => () => load(CONNECTIONS, ROUND_MS, grown[name]);
      await load(CONNECTIONS, WARM_UP_MS, many[name]);
      await load(CONNECTIONS, WARM_UP_MS, few[name]);
      const samples = await alternate(ROUNDS, measure(many), measure(few));
      const p50 = (some: typeof samples.ours) =>
        median(some.map(({ latenciesMs }) => quantile(latenciesMs, 0.5)));
      const what = `${name}, ${MANY / 1e6} M orders stored against ${FEW / 1e3} k, p50`;
      rows.push(row('M14', what, p50(samples.ours), p50(samples.floor), 'ms', '<= 1.2'));
    }
    return rows;
  } finally {
    await many.close();
    await few.close();
  }
}

/** A server with its own database that has so many orders of finished sessions, and some in open ones. */
async function openGrown(postgresUrl: string, stored: number) {
  let sample: { id: string; seller: string }[] = [];
  const shop = await openShop({
    databaseUrl: postgresUrl,
    sellers: SELLERS,
    outlets: OUTLETS_PER_SELLER,
    async seed(database, { outlets }) {
      await storeOrders(database, stored / outlets.length / ORDERS_PER_SESSION);
      sample = await sampleOrders(database, Math.max(1, Math.floor(stored / SAMPLE)));
    },
  });
  const tokens = new Map(shop.sellers.map(({ id, token }) => [id, `Bearer ${token}`]));
  const outlets = shop.sellers.flatMap(({ id, outlets }) =>
    outlets.map((outlet) => ({ outlet, seller: id })),
  );
  const server = await shop.start();
  const pool = new Pool(server.origin, { connections: CONNECTIONS, pipelining: 1 });
  const any = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(Math.random() * list.length)];
    if (found === undefined) throw new Error('Nothing to choose from');
    return found;
  };
  const read = async (path: string, seller: string) => {
    const headers = { authorization: tokens.get(seller) ?? '' };
    await exchange(pool, { method: 'GET', path, headers });
  };
  return {
    async 'live list'() {
      const { outlet, seller } = any(outlets);
      await read(`/api/sellers/outlets/${outlet}/orders`, seller);
    },
    async 'one order'() {
      const { id, seller } = any(sample);
      await read(`/api/sellers/orders/${id}`, seller);
    },
    async 'POST order'() {
      const path = `/api/customers/outlets/${any(shop.outlets)}/orders`;
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      await exchange(pool, { method: 'POST', path, headers, body: shop.basket }, 201);
    },
    async close() {
      await pool.close();
      await shop.stop();
    },
  };
}

/** @param sessions finished sessions of each outlet */
async function storeOrders({ kysely }: Database, sessions: number): Promise<void> {
  await sql`
    insert into trading_sessions (id, outlet_id, started_at, finished_at, number_of_orders, total_earnings)
    select gen_random_uuid()::text, o.id, now() - days * interval '1 day', now() - days * interval '1 day' + interval '5 hours',
      ${ORDERS_PER_SESSION}::int, ${ORDERS_PER_SESSION}::int * 2400
    from outlets o, generate_series(1, ${sessions}::int) as days`.execute(kysely);
  // Day by day, as they came; ids rise with time, as the server's do.
  await sql`
    insert into orders (
      id, outlet_id, trading_session_id, order_number, status, version, table_number, customer_name, items, item_status,
      amount, service_charge, tip, platform_fee, card_fee, payment_reference, created_at, accepted_at, completed_at, ended_at,
      cancelled_from
    )
    select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '-' || gen_random_uuid(), outlet_id, session_id,
      n, status, 5, (n % 40)::text, 'Priya Raman',
      jsonb_build_array(
        jsonb_build_object('id', '1', 'name', 'Ferry burger', 'quantity', 1 + n % 3, 'cost', 1550, 'modifications',
          jsonb_build_array(jsonb_build_object('name', 'Medium', 'cost', 0))),
        jsonb_build_object('id', '2', 'name', 'Flat white', 'quantity', 1, 'cost', 340, 'modifications', '[]'::jsonb)
      ),
      '[{"id": "1", "status": "complete"}, {"id": "2", "status": "complete"}]',
      2400, 0, 0, 5, 40, 'test_' || n, at, at + interval '1 minute',
      case when status = 'complete' then at + interval '15 minutes' end, at + interval '15 minutes',
      case when status <> 'complete' then 'deliver_pending' end
    from (
      select s.id as session_id, s.outlet_id, n,
        coalesce(s.finished_at - interval '5 hours', s.started_at - interval '1 hour') + n * interval '2 minutes' as at,
        case when s.finished_at is null then 'deliver_waiting' when n % 20 = 0 then 'deliver_aborted'
          when n % 33 = 0 then 'deliver_expired' else 'complete' end as status
      from trading_sessions s,
        generate_series(1, case when s.finished_at is null then ${LIVE_ORDERS}::int else ${ORDERS_PER_SESSION}::int end) as n
      order by s.started_at
    ) as evening`.execute(kysely);
  // The server would make them in the background, beside what is measured.
  await sql`
    insert into session_reports (outlet_id, number, trading_session_id, issued_at, body, hash)
    select outlet_id, row_number() over (partition by outlet_id order by finished_at), id, finished_at, '{}', md5(id)
    from trading_sessions where finished_at is not null`.execute(kysely);
  await sql`update outlet_feeds set last_order_number = ${LIVE_ORDERS}::int, seq = ${LIVE_ORDERS}::int`.execute(
    kysely,
  );
  await sql`vacuum analyze`.execute(kysely);
  await sql`checkpoint`.execute(kysely);
}

async function sampleOrders({ kysely }: Database, every: number): Promise<{ id: string; seller: string }[]> {
  const { rows } = await sql<{ id: string; seller: string }>`
    select sampled.id, outlets.seller_id as seller
    from (select id, outlet_id, row_number() over (order by id) as place from orders) as sampled
    join outlets on outlets.id = sampled.outlet_id where sampled.place % ${every}::int = 0`.execute(kysely);
  return rows;
}
