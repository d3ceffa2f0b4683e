/**
 * The service charge of small orders was booked to the platform, which never asked the card provider for it. It is
 * booked on to the provider, whose fixed fee it pays; the first bookings stay as they are.
 */
export const smallOrderCharges = `
alter table ledger_entries disable trigger ledger_entries_balance;
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check
  check (kind in ('capture', 'refund', 'correction')) not valid;

insert into ledger_transactions (id, kind, order_id, outlet_id, trading_session_id, at, after_finish)
select 'correction:service-charge:' || o.id, 'correction', o.id, o.outlet_id, o.trading_session_id, now(),
  s.finished_at is not null
from orders o
  join ledger_entries e on e.transaction_id = 'capture:' || o.id and e.account = 'platform'
  join trading_sessions s on s.id = o.trading_session_id
where o.service_charge > 0 and e.amount = o.service_charge + o.platform_fee;

insert into ledger_entries (transaction_id, account, order_id, outlet_id, amount, created_at)
select t.id, part.account, t.order_id, t.outlet_id, part.amount, t.at
from ledger_transactions t join orders o on o.id = t.order_id
  cross join lateral (values ('platform', 0 - o.service_charge), ('card-provider', o.service_charge))
    part (account, amount)
where t.kind = 'correction';

alter table ledger_entries enable trigger ledger_entries_balance;
`;
