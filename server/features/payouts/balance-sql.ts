import type { Statement } from '../../database/database.ts';

/**
 * Stores lines that are new, each with its order, and books them. An order must be paid to that account; a refund or
 * dispute that names no order is of its payment's. An order of an open session is written as it is: by that the lists
 * that are kept of the session are read anew.
 */
export const bookLines: Statement = {
  name: 'book_balance_lines',
  sql: `
with given as (
  select * from jsonb_to_recordset($1::jsonb) as g (
    id text, kind text, amount int, "platformFee" int, "cardFee" int, net int, at timestamptz, source text,
    intent text, "orderId" text, "refundId" text, "cardCountry" text, booking jsonb
  )
), named as (
  select g.*, o.id as named_order from given g
  left join orders o on o.id = g."orderId" and o.payment_account = $2
), placed as (
  select n.*, coalesce(
    n.named_order,
    (select p.named_order from named p where p.intent = n.intent and p.kind = 'payment' limit 1),
    (select l.order_id from balance_lines l where l.card_account = $2 and l.intent = n.intent and l.kind = 'payment'
      limit 1)
  ) as of_order
  from named n
), stored as (
  insert into balance_lines (id, card_account, kind, amount, platform_fee, card_fee, net, at, source, intent, order_id,
    refund_id, card_country)
  select id, $2, kind, amount, "platformFee", "cardFee", net, at, source, intent, of_order, "refundId", "cardCountry"
  from placed
  on conflict (id) do nothing
  returning id, order_id
), due as (
  select s.order_id, p.booking from stored s join placed p on p.id = s.id
  where (s.order_id is null or not (p.booking ->> 'unlessOfOrder')::boolean) and p.booking -> 'amounts' <> '{}'
), booked as (
  insert into ledger_transactions (id, kind, order_id, outlet_id, trading_session_id, at, after_finish, card_account)
  select due.booking ->> 'id', due.booking ->> 'kind', due.order_id, o.outlet_id, o.trading_session_id, $3::timestamptz,
    coalesce(s.finished_at is not null, false), $2
  from due left join orders o on o.id = due.order_id left join trading_sessions s on s.id = o.trading_session_id
  returning id, order_id, outlet_id, after_finish
), written as (
  update orders o set version = o.version from booked b where o.id = b.order_id and not b.after_finish
)
insert into ledger_entries (transaction_id, account, order_id, outlet_id, amount, created_at)
select b.id, part.key, b.order_id, b.outlet_id, part.value::int, $3::timestamptz
from booked b join due on due.booking ->> 'id' = b.id, jsonb_each_text(due.booking -> 'amounts') part`,
};

/** Stores payouts as the bank has them now, and books that they arrived, or went back after that. */
export const bookPayouts: Statement = {
  name: 'book_payouts',
  sql: `
with given as (
  select * from jsonb_to_recordset($1::jsonb) as g (
    id text, amount int, state text, "madeAt" timestamptz, "arrivesAt" timestamptz, failure text, "linesKnown" boolean,
    paid jsonb, bounced jsonb
  )
), stored as (
  insert into payouts (id, card_account, amount, state, made_at, arrives_at, failure, lines_known)
  select id, $2, amount, state, "madeAt", "arrivesAt", failure, "linesKnown" from given
  on conflict (id) do update set state = excluded.state, arrives_at = excluded.arrives_at, failure = excluded.failure,
    lines_known = excluded.lines_known
), due as (
  select 'payout-paid' as kind, id, paid as amounts from given where state = 'paid'
  union all
  select 'payout-bounced', g.id, g.bounced from given g
  where g.state in ('failed', 'canceled')
    and exists (select from ledger_transactions t where t.id = 'payout-paid:' || g.id)
), booked as (
  insert into ledger_transactions (id, kind, at, after_finish, card_account)
  select kind || ':' || id, kind, $3::timestamptz, false, $2 from due
  on conflict (id) do nothing
  returning id
)
insert into ledger_entries (transaction_id, account, amount, created_at)
select b.id, part.key, part.value::int, $3::timestamptz
from booked b join due on due.kind || ':' || due.id = b.id, jsonb_each_text(due.amounts) part`,
};

export const keepDisputes: Statement = {
  name: 'keep_disputes',
  sql: `
insert into disputes (id, card_account, order_id, intent, amount, state, reason, opened_at, evidence_due_at)
select g.id, $2, (
  select l.order_id from balance_lines l where l.card_account = $2 and l.intent = g.intent and l.kind = 'payment' limit 1
), g.intent, g.amount, g.state, g.reason, g."openedAt", g."evidenceDueAt"
from jsonb_to_recordset($1::jsonb) as g (
  id text, intent text, amount int, state text, reason text, "openedAt" timestamptz, "evidenceDueAt" timestamptz
)
on conflict (id) do update set order_id = coalesce(excluded.order_id, disputes.order_id), state = excluded.state,
  amount = excluded.amount, evidence_due_at = excluded.evidence_due_at`,
};

export const tieLines: Statement = {
  name: 'tie_payout_lines',
  sql: `
with tied as (
  update balance_lines l set payout_id = $1
  from jsonb_array_elements_text($2::jsonb) as named (id) where l.id = named.id
)
update payouts set tied_at = $3::timestamptz where id = $1`,
};

export const compareOrders: Statement = {
  name: 'compare_orders',
  sql: `
select asked.id as "orderId",
  coalesce((select sum(e.amount) from ledger_entries e where e.order_id = asked.id and e.account = 'seller'), 0)::float8
    as ledger,
  coalesce((select sum(l.net) from balance_lines l where l.order_id = asked.id), 0)::float8 as bank
from jsonb_array_elements_text($1::jsonb) as asked (id)`,
};

export const takenWithoutLine: Statement = {
  name: 'taken_without_line',
  sql: `
select o.id from ledger_transactions t join orders o on o.id = t.order_id
where t.kind = 'capture' and t.at >= $2::timestamptz and t.at < $3::timestamptz and o.payment_account = $1
  and not exists (select from balance_lines l where l.order_id = o.id and l.kind = 'payment')`,
};
