import type { OrderStatus } from '#shared/base/order-statuses.ts';
import type { Database } from '../../../server/database/database.ts';
import { earningsOf } from '../../../server/ledger/session-money.ts';
import { verifyReports } from '../../../server/features/trading-sessions/verify-reports.ts';

/** How many of an item there were before the first order. */
export const PORTIONS = 40;

/** Each selects what is half done, as `found`. */
const halves: Record<string, string> = {
  'a transaction does not add up to zero, or has no entries': `
    select t.id as found from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
    group by t.id having coalesce(sum(e.amount), 1) <> 0`,
  'an order is closed without its capture, or the other way round': `
    select o.id || ' ' || o.status as found from orders o
    where (o.status in ('complete', 'refunded'))
      <> exists (select from ledger_transactions t where t.id = 'capture:' || o.id)`,
  'a refund is made without its booking, or the other way round': `
    select r.id as found from refunds r
    where (r.status = 'done') <> (
      exists (select from ledger_transactions t where t.id = 'refund:' || r.id)
      and not exists (select from ledger_transactions t where t.id = 'refund-failed:' || r.id))`,
  'what an order has refunded is not its refunds, or not in the ledger': `
    select o.id as found from orders o where o.status in ('complete', 'refunded') and (
      o.refunded <> (select coalesce(sum(amount), 0) from refunds where order_id = o.id and status = 'done')
      or o.refund_reserved <> (select coalesce(sum(amount), 0) from refunds where order_id = o.id and status = 'pending')
      or o.amount - o.refunded <> (
        select 0 - sum(amount) from ledger_entries where order_id = o.id and account = 'customer'))`,
  'the fees of an order are not in the ledger': `
    select o.id as found from orders o where o.status in ('complete', 'refunded') and (
      select coalesce(sum(amount) filter (where account = 'platform'), 0)
          <> coalesce(o.platform_fee_taken, o.platform_fee)
        or coalesce(sum(amount) filter (where account = 'card-provider'), 0)
          <> coalesce(o.card_fee_taken, o.card_fee + o.service_charge)
      from ledger_entries where order_id = o.id)`,
  'what is left of an item and what was taken of it are not what there was': `
    select f.outlet_id || ' ' || p.key as found from outlet_feeds f cross join jsonb_each_text(f.portions) p
    where f.trading_session_id is not null and p.value::int + (
      select coalesce(sum((o.portions_taken ->> p.key)::int), 0)
      from orders o where o.trading_session_id = f.trading_session_id) <> ${PORTIONS}`,
  'a session is finished in one place and open in another': `
    select s.id as found from trading_sessions s
      left join session_reports r on r.trading_session_id = s.id
      left join outlet_feeds f on f.trading_session_id = s.id
    where (s.finished_at is null) <> (r.number is null) or (s.finished_at is null) <> (f.outlet_id is not null)
      or r.body like '%"afterwards":true%'`,
  'the earnings of a finished session are not the ledger’s': `
    select s.id as found from trading_sessions s
    where s.finished_at is not null and s.total_earnings <> ${earningsOf('s.id')}`,
  // Fees that are told while a session is being finished are in its next report.
  'a finished session’s booking is in no report': `
    select t.id as found from ledger_transactions t
      join trading_sessions s on s.id = t.trading_session_id
      left join ledger_reported r on r.transaction_id = t.id
    where r.transaction_id is null
      or (s.finished_at is not null and not t.after_finish and r.number is null and t.kind <> 'fees')`,
};

/**
 * What is half done in a database, as sentences.
 * @param certain what it must have: orders by id with their status, and how many sessions are finished
 */
export async function bookingFaults(
  database: Database,
  certain: { orders: Record<string, OrderStatus>; finished: number },
): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, [what, sql]] of Object.entries(halves).entries()) {
    const rows = await database.run<{ found: string }>({ name: `half-${index}`, sql }, []);
    faults.push(...rows.map(({ found }) => `${what}: ${found}`));
  }
  const reports = await verifyReports(database, null);
  faults.push(...reports.faults.map(({ number, what }) => `report ${number}: ${what}`));
  const { kysely } = database;
  const orders = new Map(
    (await kysely.selectFrom('orders').select(['id', 'status']).execute()).map(({ id, status }) => [
      id,
      status,
    ]),
  );
  const settled = new Set<OrderStatus>(['complete', 'refunded']);
  for (const [id, status] of Object.entries(certain.orders)) {
    const found = orders.get(id);
    const same = found === status || (found && settled.has(found) && settled.has(status));
    if (!same) faults.push(`order ${id} was ${status} and is ${found}`);
  }
  const finished = await kysely
    .selectFrom('trading_sessions')
    .select('id')
    .where('finished_at', 'is not', null)
    .execute();
  if (finished.length < certain.finished) faults.push('a finished session is open');
  return faults;
}
