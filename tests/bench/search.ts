/**
 * `npm run bench:search [-- ORDERS]`: how long a seller waits for orders of all sessions, found by words, with a million
 * orders stored on PostgreSQL; what the server does with each request, without HTTP.
 */
import { sql } from 'kysely';
import { orderSearch } from '../../server/features/orders/order-search.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPostgres } from '../../server/database/postgres-database.ts';
import { emptyDatabase } from '../support/servers/empty-database.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { quantile } from './measure.ts';

const ORDERS = Number(process.argv[2] ?? 1_000_000);
const SELLERS = 20;
const ROUNDS = 60;

const postgres = await startPostgres();
if ('missing' in postgres) throw new Error(postgres.missing);
const { url, drop } = await emptyDatabase(postgres.url);
const database = openPostgres(url);
try {
  await migrate(database);
  await fill();
  const handlers = orderSearch(database);
  const find = async (seller: number, search: string): Promise<number> => {
    const asked = { caller: { id: `seller-${seller}` }, query: { search } };
    const began = performance.now();
    await handlers['GET /sellers/orders'](asked as never);
    return performance.now() - began;
  };
  const words: Record<string, (n: number) => string> = {
    'one letter': (n) => 'abcdefgh'[n % 8] ?? 'a',
    'an item of every fourth order': () => 'flat white',
    'the beginning of a name': (n) => `guest${n}`,
    'a rare name': (n) => `rare${n * 997}`,
    'number and name': (n) => `#${n} guest`,
    'an amount': (n) => `£${10 + (n % 30)}.50`,
    'two words that never meet': (n) => `rare${n * 997} mushroom`,
    nothing: () => 'xylophone',
  };
  const all: number[] = [];
  for (const [what, of] of Object.entries(words)) {
    const times: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1) times.push(await find(n % SELLERS, of(n)));
    all.push(...times);
    tell(what, times);
  }
  tell(`all, of ${ORDERS} orders`, all);
} finally {
  await database.close();
  await drop();
  await postgres.stop();
}

function tell(what: string, times: number[]): void {
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)].map((ms) => ms.toFixed(1));
  console.log(`${what}: p50 ${p50} ms, p95 ${p95} ms`);
}

/** Orders of many sellers in turn, as they come; the words are indexed once all are there. */
async function fill(): Promise<void> {
  const { kysely } = database;
  const began = performance.now();
  await sql`alter table orders disable trigger all`.execute(kysely);
  await sql`drop index order_search_words`.execute(kysely);
  await sql`
    insert into orders (id, outlet_id, trading_session_id, order_number, status, version, customer_name, table_number,
      items, item_status, amount, service_charge, tip, platform_fee, card_fee, created_at)
    select 'order-' || lpad(n::text, 9, '0'), 'outlet-' || n % ${SELLERS}, 'session', 1 + n % 300, 'complete', 5,
      'Guest' || n % 4999 || ' Rare' || n, (n % 40)::text,
      jsonb_build_array(
        jsonb_build_object('id', '1', 'name', (array['Flat white', 'Ferry burger', 'Garden salad', 'Crème brûlée'])[1 + n / 20 % 4],
          'quantity', 1, 'modifications', jsonb_build_array(jsonb_build_object('name', 'Oat milk', 'cost', 40))),
        jsonb_build_object('id', '2', 'name', (array['Mushroom soup', 'Americano', 'Beef pie', 'Halibut', 'Daily soup'])[1 + n / 20 % 5],
          'quantity', 2, 'modifications', '[]'::jsonb)),
      '[]', 1000 + n / 20 % 60 * 50, 0, 0, 5, 20, now()
    from generate_series(1, ${ORDERS}::int) n`.execute(kysely);
  await sql`
    insert into order_search (order_id, seller_id, words)
    select o.id, s.id, order_words(o, s.id) from orders o cross join lateral (
      select 'seller-' || substr(o.outlet_id, 8) as id) s`.execute(kysely);
  await sql`create index order_search_words on order_search using gin (words) with (gin_pending_list_limit = 256)`.execute(
    kysely,
  );
  await sql`analyze orders, order_search`.execute(kysely);
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
