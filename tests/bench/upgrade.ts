/**
 * `npm run bench:upgrade [-- ORDERS]`: how long the upgrade of a database from before the ledger's transactions takes, and
 * how much it writes. It fills a throw-away PostgreSQL as that version did, with 1,000,000 orders unless another number is
 * given, and applies each later migration.
 */
import { sql } from 'kysely';
import type { Database } from '../../server/database/database.ts';
import { migrate, migrations } from '../../server/database/migrate.ts';
import { openPostgres } from '../../server/database/postgres-database.ts';
import { sessionReports } from '../../server/features/trading-sessions/session-reports.ts';
import { startPostgres } from '../support/servers/postgres.ts';

const FIRST = '0023';
const OUTLETS = 100;
const ORDERS_PER_SESSION = 100;
/** Reports are made after the upgrade, some at a time while the server trades; so many times show how fast. */
const RUNS = 2;

const orders = Number(process.argv[2] ?? 1_000_000);
const postgres = await startPostgres();
if ('missing' in postgres) throw new Error(postgres.missing);
const database = openPostgres(postgres.url, { connections: 1 });
try {
  const older = migrations.filter(({ name }) => name < FIRST);
  await migrate(database, older);
  const filled = await timed(() => fill(database, orders));
  const before = await sizes(database);
  console.log(
    `${orders} orders, stored in ${seconds(filled)}; the database has ${megabytes(before.database)}\n`,
  );
  let total = 0;
  for (let known = older.length + 1; known <= migrations.length; known += 1) {
    const took = await timed(() => migrate(database, migrations.slice(0, known)));
    total += took;
    console.log(`${seconds(took).padStart(9)}  ${migrations[known - 1]?.name ?? ''}`);
  }
  const after = await sizes(database);
  console.log(`${seconds(total).padStart(9)}  in all`);
  console.log(`\nthe database has ${megabytes(after.database)}; ${megabytes(after.log - before.log)} of log`);
  let made = 0;
  const took = await timed(async () => void (made = await makeReports(database)));
  console.log(`${made} reports of past sessions took ${seconds(took)}`);
  await check(database);
} finally {
  await database.close();
  await postgres.stop();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** In bytes; `log` is how much of the write-ahead log was ever written. */
async function sizes({ kysely }: Database): Promise<{ database: number; log: number }> {
  await sql`checkpoint`.execute(kysely);
  const { rows } = await sql<{ database: string; log: string }>`
    select pg_database_size(current_database())::text as database,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as log`.execute(kysely);
  return { database: Number(rows[0]?.database), log: Number(rows[0]?.log) };
}

/** Returns how many there are. */
async function makeReports(database: Database): Promise<number> {
  const reports = sessionReports(database);
  for (let runs = 0; runs < RUNS; runs += 1) await reports.catchUp(() => new Date());
  const { rows } = await sql<{ made: number }>`select count(*)::int as made from session_reports`.execute(
    database.kysely,
  );
  return rows[0]?.made ?? 0;
}

/** What was migrated must be right as well as quick. */
async function check({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ apart: string; missing: string }>`
    select (select count(*) from (
        select from ledger_entries group by transaction_id having sum(amount) <> 0
      ) apart)::text as apart,
      (select count(*) from orders o where o.status in ('complete', 'refunded')
        and not exists (select from ledger_transactions t where t.id = 'capture:' || o.id))::text as missing`.execute(
    kysely,
  );
  if (rows[0]?.apart !== '0' || rows[0].missing !== '0')
    throw new Error(`The ledger is wrong: ${JSON.stringify(rows)}`);
}

/** Finished sessions of a hundred outlets; of twenty orders one is refunded in part, and of three one is small. */
async function fill({ kysely }: Database, number: number): Promise<void> {
  const statements = [
    `insert into accounts (id, email, password_hash, company_name, company_website, company_phone_number, address_line_1,
      address_line_2, city, county, country, postcode, created_at)
    values ('seller', 'a@example.test', 'x', '', '', '', '', '', '', '', '', '', now())`,
    `insert into outlets (id, seller_id, name, created_at)
    select 'outlet-' || n, 'seller', 'The Old Ferry', now() from generate_series(1, ${OUTLETS}) n`,
    'insert into outlet_feeds (outlet_id) select id from outlets',
    `insert into trading_sessions (id, outlet_id, started_at, finished_at, number_of_orders, total_earnings)
    select o.id || '-' || n, o.id, now() - n * interval '1 day', now() - n * interval '1 day' + interval '5 hours',
      ${ORDERS_PER_SESSION}, ${ORDERS_PER_SESSION} * 1540
    from outlets o, generate_series(1, ${Math.ceil(number / OUTLETS / ORDERS_PER_SESSION)}) n`,
    `insert into orders (id, outlet_id, trading_session_id, order_number, status, version, customer_name, items,
      item_status, amount, service_charge, tip, platform_fee, card_fee, refunded, payment_account, created_at,
      completed_at)
    select s.id || '-' || n, s.outlet_id, s.id, n, case when n % 20 = 0 then 'deliver_aborted' else 'complete' end, 5,
      'Priya Raman', jsonb_build_array(jsonb_build_object('id', '1', 'name', 'Ferry burger', 'quantity', 1, 'cost',
        case when n % 3 = 0 then 700 else 1540 end, 'modifications', '[]'::jsonb)),
      '[{"id": "1", "status": "complete"}]', case when n % 3 = 0 then 720 else 1540 end,
      case when n % 3 = 0 then 20 else 0 end, 0, 5, 20, case when n % 20 = 1 then 100 else 0 end, 'acct_ferry',
      s.started_at + n * interval '2 minutes', s.started_at + n * interval '2 minutes' + interval '15 minutes'
    from trading_sessions s, generate_series(1, ${ORDERS_PER_SESSION}) n order by s.started_at`,
    `insert into refunds (id, order_id, amount, created_at, status, settled_at, after_finish)
    select 'refund-' || id, id, refunded, completed_at, 'done', completed_at, false from orders where refunded > 0`,
    'alter table ledger_entries disable trigger ledger_entries_balance',
    `insert into ledger_entries (transaction_id, account, order_id, outlet_id, amount, created_at)
    select 'capture:' || o.id, part.account, o.id, o.outlet_id, part.amount, o.completed_at
    from orders o cross join lateral (values ('customer', 0 - o.amount),
      ('seller', o.amount - o.service_charge - o.platform_fee - o.card_fee),
      ('platform', o.service_charge + o.platform_fee), ('card-provider', o.card_fee)) part (account, amount)
    where o.status = 'complete'`,
    `insert into ledger_entries (transaction_id, account, order_id, outlet_id, amount, created_at)
    select 'refund:' || r.id, part.account, r.order_id, o.outlet_id, part.amount, r.settled_at
    from refunds r join orders o on o.id = r.order_id
      cross join lateral (values ('customer', r.amount), ('seller', 0 - r.amount)) part (account, amount)`,
    'alter table ledger_entries enable trigger ledger_entries_balance',
    'vacuum analyze',
  ];
  for (const statement of statements) await sql.raw(statement).execute(kysely);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
