import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { sessionMoney } from '../../server/ledger/session-money.ts';
import { databaseBefore } from '../support/servers/old-database.ts';

/**
 * One finished session as an older version stored it. Its Total Earnings, £36, has the £12 that was taken only after
 * the finish, and the £8 that never was; £1 was refunded in it, and £2 since. `early` is from before there was a ledger.
 * `small` is of another session.
 */
const oldRows = `
insert into accounts (id, email, password_hash, company_name, company_website, company_phone_number, address_line_1,
  address_line_2, city, county, country, postcode, created_at)
values ('a', 'a@example.test', 'x', '', '', '', '', '', '', '', '', '', '2026-11-01T00:00Z');
insert into outlets (id, seller_id, name, created_at) values ('o', 'a', 'The Old Ferry', '2026-11-01T00:00Z');
insert into trading_sessions (id, outlet_id, started_at, finished_at, number_of_orders, total_earnings)
values ('s', 'o', '2026-11-01T17:00Z', '2026-11-01T22:00Z', 4, 3600),
  ('t', 'o', '2026-11-02T17:00Z', '2026-11-02T22:00Z', 1, 720);
insert into orders (id, outlet_id, trading_session_id, order_number, status, version, customer_name, items, item_status,
  amount, service_charge, tip, platform_fee, card_fee, refunded, capture_error, created_at, completed_at)
select id, 'o', 's', number, status, 4, 'Ann', '[]', '[]', amount, 0, 0, 5, 20, refunded, error, at, at
from (values
  ('early', 1, 'complete', 900, 0, null, '2026-11-01T18:00Z'::timestamptz),
  ('paid', 2, 'complete', 800, 300, null, '2026-11-01T18:10Z'::timestamptz),
  ('late', 3, 'complete', 1200, 0, null, '2026-11-01T18:20Z'::timestamptz),
  ('never', 4, 'deliver_success', 800, 0, 'No funds', '2026-11-01T18:30Z'::timestamptz)
) o (id, number, status, amount, refunded, error, at);
insert into orders (id, outlet_id, trading_session_id, order_number, status, version, customer_name, items, item_status,
  amount, service_charge, tip, platform_fee, card_fee, created_at, completed_at)
values ('small', 'o', 't', 1, 'complete', 4, 'Ann', '[]', '[]', 720, 20, 0, 5, 12, '2026-11-02T18:00Z',
  '2026-11-02T18:00Z');
insert into refunds (id, order_id, amount, created_at, status, settled_at, after_finish) values
  ('r1', 'paid', 100, '2026-11-01T19:00Z', 'done', '2026-11-01T19:00Z', false),
  ('r2', 'paid', 200, '2026-11-02T09:00Z', 'done', '2026-11-02T09:00Z', true),
  ('r3', 'paid', 50, '2026-11-02T10:00Z', 'failed', '2026-11-02T10:00Z', false);
insert into ledger_entries (transaction_id, account, order_id, outlet_id, amount, created_at) values
  ('capture:small', 'customer', 'small', 'o', -720, '2026-11-02T18:00Z'),
  ('capture:small', 'seller', 'small', 'o', 683, '2026-11-02T18:00Z'),
  ('capture:small', 'platform', 'small', 'o', 25, '2026-11-02T18:00Z'),
  ('capture:small', 'card-provider', 'small', 'o', 12, '2026-11-02T18:00Z'),
  ('capture:paid', 'customer', 'paid', 'o', -800, '2026-11-01T18:11Z'),
  ('capture:paid', 'seller', 'paid', 'o', 775, '2026-11-01T18:11Z'),
  ('capture:paid', 'platform', 'paid', 'o', 5, '2026-11-01T18:11Z'),
  ('capture:paid', 'card-provider', 'paid', 'o', 20, '2026-11-01T18:11Z'),
  ('capture:late', 'customer', 'late', 'o', -1200, '2026-11-01T23:00Z'),
  ('capture:late', 'seller', 'late', 'o', 1175, '2026-11-01T23:00Z'),
  ('capture:late', 'platform', 'late', 'o', 5, '2026-11-01T23:00Z'),
  ('capture:late', 'card-provider', 'late', 'o', 20, '2026-11-01T23:00Z'),
  ('refund:r1', 'customer', 'paid', 'o', 100, '2026-11-01T19:00Z'),
  ('refund:r1', 'seller', 'paid', 'o', -100, '2026-11-01T19:00Z');
`;

let database: Database;
beforeAll(async () => {
  database = await databaseBefore('0023');
  for (const statement of oldRows.split(/;\n/).filter((text) => text.trim() !== ''))
    await sql.raw(statement).execute(database.kysely);
  await migrate(database);
});
afterAll(() => database.close());

it('the charge of a small order, once booked to the platform, is booked on to the card provider (P3)', async () => {
  const { rows } = await sql<{ account: string; amount: number }>`
    select account, sum(amount)::int as amount from ledger_entries where order_id = 'small'
    group by account order by account`.execute(database.kysely);
  expect(rows).toEqual([
    { account: 'card-provider', amount: 32 },
    { account: 'customer', amount: -720 },
    { account: 'platform', amount: 5 },
    { account: 'seller', amount: 683 },
  ]);
  const { rows: others } = await sql`
    select id from ledger_transactions where kind = 'correction' and order_id <> 'small'`.execute(
    database.kysely,
  );
  expect(others).toEqual([]);
});

it('an older ledger is completed: each order taken and each refund made is in it once, and it balances (P3)', async () => {
  const { rows } = await sql<{ id: string; after_finish: boolean; sum: number; customer: number }>`
    select t.id, t.after_finish, sum(e.amount)::int as sum,
      (sum(e.amount) filter (where e.account = 'customer'))::int as customer
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.kind in ('capture', 'refund') and t.order_id <> 'small' group by t.id order by t.id`.execute(
    database.kysely,
  );
  expect(rows).toEqual([
    { id: 'capture:early', after_finish: false, sum: 0, customer: -900 },
    { id: 'capture:late', after_finish: true, sum: 0, customer: -1200 },
    { id: 'capture:paid', after_finish: false, sum: 0, customer: -800 },
    { id: 'refund:r1', after_finish: false, sum: 0, customer: 100 },
    { id: 'refund:r2', after_finish: true, sum: 0, customer: 200 },
  ]);
});

it('earnings of sessions that are finished already lose what was not taken by the finish (D20)', async () => {
  const session = await database.kysely
    .selectFrom('trading_sessions')
    .select('total_earnings')
    .where('id', '=', 's')
    .executeTakeFirstOrThrow();
  expect(session.total_earnings).toBe(3600 - 1200 - 800);
  const money = sessionMoney(database);
  expect((await money.earnings(['s'])).get('s')).toBe(session.total_earnings);
  expect((await money.missing([{ id: 's', open: false }])).get('s')).toEqual({ atRisk: 0, lost: 800 });
  expect(await money.takenLater('s')).toMatchObject([{ orderId: 'late', orderNumber: 3, amount: 1200 }]);
});
