import type { OrderItem } from '#shared/api/orders.ts';
import type { PausedBy } from '#shared/base/ordering-states.ts';
import type { OrderStatus } from '#shared/base/order-statuses.ts';
import { PROVED_FOR_MS } from '#shared/base/pauses.ts';
import type { ReportFacts } from '#shared/close/make-report.ts';
import type { LedgerTransaction, SoldOrder } from '#shared/close/movements.ts';
import type { Database, Statement } from '../../database/database.ts';
import { hasBeenGivenUp } from '../../ordering/given-up.ts';

type FactsRow = {
  seq: number;
  session_id: string;
  started_at: Date;
  finished_at: Date | null;
  name: string;
  time_zone: string;
  vat_number: string;
  number: number;
  previous: string;
  orders: OrderJson[] | null;
  transactions: TransactionJson[] | null;
  pauses: { from: string; to: string; by: PausedBy; reason: string | null }[] | null;
};
type OrderJson = {
  id: string;
  session: string;
  number: number;
  status: OrderStatus;
  items: OrderItem[];
  charge: number;
  tip: number;
  amount: number;
  seen: boolean;
  accepted: boolean;
  due: boolean;
  from: OrderStatus | null;
  reason: string | null;
};
type TransactionJson = {
  id: string;
  kind: string;
  order: string;
  session: string;
  at: string;
  late: boolean;
  amounts: Record<string, number>;
  report: number | null;
};

/** A ledger transaction `t` with its report `r`, as JSON. */
const transactionJson = `jsonb_build_object(
  'id', t.id, 'kind', t.kind, 'order', t.order_id, 'session', t.trading_session_id, 'at', t.at, 'late', t.after_finish,
  'report', r.number, 'amounts', coalesce((
    select jsonb_object_agg(e.account, e.amount) from (
      select account, sum(amount) as amount from ledger_entries where transaction_id = t.id group by account
    ) e
  ), '{}'))`;

/**
 * All that the report of a session is made of, as of one moment: $1 the outlet, $2 the session, or null for the one that
 * is open, $3 the time. The report of an open session takes what no report has of sessions that have one; what moved of
 * others belongs to theirs.
 */
const readFacts: Statement = {
  name: 'report_facts',
  sql: `
with asked as materialized (
  select f.outlet_id, f.seq, s.id as session_id, s.started_at, s.finished_at, f.trading_session_id = s.id as is_open
  from outlet_feeds f join trading_sessions s on s.id = coalesce($2, f.trading_session_id)
  where f.outlet_id = $1
), own as materialized (
  select r.transaction_id from ledger_reported r, asked
  where r.outlet_id = $1 and r.number is null and r.trading_session_id = asked.session_id
  union all
  select r.transaction_id from ledger_reported r
  where r.outlet_id = $1 and r.number is null and $2::text is null and (r.trading_session_id is null or exists (
    select from session_reports p where p.trading_session_id = r.trading_session_id))
), involved as materialized (
  select o.* from orders o, asked where o.trading_session_id = asked.session_id and not o.is_test
    and not ${hasBeenGivenUp}
  union all
  select o.* from orders o, asked
  where o.id = any (array(select t.order_id from own join ledger_transactions t on t.id = own.transaction_id))
    and o.trading_session_id <> asked.session_id
)
select asked.seq, asked.session_id, asked.started_at, asked.finished_at, outlets.name, outlets.time_zone,
  outlets.vat_number, coalesce(last.number, 0) + 1 as number, coalesce(last.hash, '') as previous,
  (select jsonb_agg(jsonb_build_object(
    'id', o.id, 'session', o.trading_session_id, 'number', o.order_number, 'status', o.status,
    'items', case when o.status in ('complete', 'refunded') then o.items else '[]' end, 'charge', o.service_charge,
    'tip', o.tip, 'amount', o.amount, 'seen', o.seen_at is not null,
    'accepted', o.accepted_at is not null, 'due', o.payment_due_at is not null,
    'from', o.cancelled_from, 'reason', coalesce(o.cancel_reason, o.cancel_message)) order by o.id) from involved o) as orders,
  (select jsonb_agg(found.json) from (
    select ${transactionJson} as json
    from own join ledger_transactions t on t.id = own.transaction_id join ledger_reported r on r.transaction_id = t.id
    union all
    select ${transactionJson}
    from involved i
    join ledger_transactions t on t.order_id = i.id and t.trading_session_id = i.trading_session_id
    join ledger_reported r on r.transaction_id = t.id
    where t.trading_session_id = any (array(select distinct trading_session_id from involved))
      and r.number is not null
  ) found) as transactions,
  (select jsonb_agg(jsonb_build_object('from', p.from_at, 'to', p.to_at, 'by', p.paused_by, 'reason', p.reason)
    order by p.from_at, p.paused_by) from (
    select from_at, coalesce(ended_at, least(until, $3::timestamptz)) as to_at, paused_by, reason
    from pauses where trading_session_id = asked.session_id
    union all
    select l.heard_at + interval '${PROVED_FOR_MS} ms', $3::timestamptz, 'unattended', null
    from outlet_listening l
    where asked.is_open and l.outlet_id = $1 and l.heard_at < $3::timestamptz - interval '${PROVED_FOR_MS} ms'
  ) p) as pauses
from asked join outlets on outlets.id = asked.outlet_id
left join lateral (
  select number, hash from session_reports where outlet_id = asked.outlet_id order by number desc limit 1
) last on true`,
};

/** `seq` is the outlet's count of changes at that moment. */
export type FoundFacts = { facts: ReportFacts; seq: number };

/**
 * Reads what a session's report is made of; null if there is no such session.
 * @param sessionId null for the open one, whose report has `now` as its finish
 */
export async function reportFacts(
  database: Database,
  outletId: string,
  sessionId: string | null,
  now: Date,
): Promise<FoundFacts | null> {
  const [row] = await database.run<FactsRow>(readFacts, [outletId, sessionId, now.toISOString()]);
  if (!row) return null;
  const { orders, transactions, pauses } = row;
  return {
    seq: row.seq,
    facts: {
      outlet: { id: outletId, name: row.name, timeZone: row.time_zone, vatNumber: row.vat_number },
      session: {
        id: row.session_id,
        startedAt: row.started_at.toISOString(),
        finishedAt: (row.finished_at ?? now).toISOString(),
      },
      afterwards: sessionId !== null,
      number: row.number,
      previous: row.previous,
      issuedAt: now.toISOString(),
      orders: (orders ?? []).map(({ session, number, charge, from, reason, ...order }) => ({
        ...order,
        sessionId: session,
        orderNumber: number,
        serviceCharge: charge,
        cancelledFrom: from,
        cancelReason: reason,
      })),
      transactions: (transactions ?? []).map(transactionOf),
      pauses: (pauses ?? []).map((pause) => ({ ...pause, from: iso(pause.from), to: iso(pause.to) })),
    },
  };
}

function transactionOf({ order, session, at, late, ...transaction }: TransactionJson) {
  return { ...transaction, orderId: order, sessionId: session, at: iso(at), afterFinish: late };
}

/** The time as the API tells it, to the millisecond. */
const iso = (time: string): string => new Date(time).toISOString();

/** The transactions of one report, as {@link reportFacts} reads them. */
export const reportedTransactions: Statement = {
  name: 'reported_transactions',
  sql: `
select ${transactionJson} as json
from ledger_reported r join ledger_transactions t on t.id = r.transaction_id
where r.outlet_id = $1 and r.number = $2`,
};
export const readTransaction = (row: { json: TransactionJson }) => transactionOf(row.json);

/** The orders of a report's transactions, with all that it and the reports before it have of them. */
export const reportedOrders: Statement = {
  name: 'reported_orders',
  sql: `
with own as materialized (
  select t.order_id, t.trading_session_id from ledger_reported r join ledger_transactions t on t.id = r.transaction_id
  where r.outlet_id = $1 and r.number = $2
)
select (
  select jsonb_agg(jsonb_build_object('id', o.id, 'orderNumber', o.order_number, 'items', o.items,
    'serviceCharge', o.service_charge, 'tip', o.tip))
  from orders o where o.id = any (array(select order_id from own))
) as orders, (
  select jsonb_agg(${transactionJson})
  from ledger_transactions t join ledger_reported r on r.transaction_id = t.id
  where t.trading_session_id = any (array(select distinct trading_session_id from own))
    and t.order_id = any (array(select order_id from own)) and r.number <= $2
) as transactions`,
};
export const readReported = (row: {
  orders: SoldOrder[] | null;
  transactions: TransactionJson[] | null;
}): { orders: SoldOrder[]; transactions: LedgerTransaction[] } => ({
  orders: row.orders ?? [],
  transactions: (row.transactions ?? []).map(transactionOf),
});
