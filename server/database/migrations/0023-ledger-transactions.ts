/**
 * What each ledger transaction is of, and whether its session was finished before it. Money that was never taken, or
 * only after the finish, leaves the earnings of sessions that are finished already.
 */
export const ledgerTransactions = `
alter table ledger_entries disable trigger ledger_entries_balance;

insert into ledger_entries (transaction_id, account, order_id, outlet_id, amount, created_at)
select 'capture:' || o.id, part.account, o.id, o.outlet_id, part.amount, coalesce(o.completed_at, o.created_at)
from orders o cross join lateral (values
  ('customer', 0 - o.amount),
  ('seller', o.amount - o.service_charge - o.platform_fee - o.card_fee),
  ('platform', o.service_charge + o.platform_fee),
  ('card-provider', o.card_fee)
) part (account, amount)
where o.status in ('complete', 'refunded') and part.amount <> 0
  and not exists (select from ledger_entries e where e.transaction_id = 'capture:' || o.id);

insert into ledger_entries (transaction_id, account, order_id, outlet_id, amount, created_at)
select 'refund:' || r.id, part.account, o.id, o.outlet_id, part.amount, coalesce(r.settled_at, r.created_at)
from refunds r join orders o on o.id = r.order_id
  cross join lateral (values ('customer', r.amount), ('seller', 0 - r.amount)) part (account, amount)
where r.status = 'done' and r.amount > 0
  and not exists (select from ledger_entries e where e.transaction_id = 'refund:' || r.id);

alter table ledger_entries enable trigger ledger_entries_balance;

create table ledger_transactions (
  id text primary key,
  kind text not null check (kind in ('capture', 'refund')),
  order_id text not null,
  outlet_id text not null,
  trading_session_id text not null,
  at timestamptz not null,
  after_finish boolean not null
);
insert into ledger_transactions (id, kind, order_id, outlet_id, trading_session_id, at, after_finish)
select e.transaction_id, split_part(e.transaction_id, ':', 1), e.order_id, e.outlet_id, o.trading_session_id,
  e.created_at, coalesce(case when r.id is null then e.created_at > s.finished_at else r.after_finish end, false)
from ledger_entries e
  join orders o on o.id = e.order_id
  left join trading_sessions s on s.id = o.trading_session_id
  left join refunds r on e.transaction_id = 'refund:' || r.id
where e.account = 'customer';

create index ledger_transactions_session on ledger_transactions (trading_session_id);
create index orders_not_taken on orders (trading_session_id) where status = 'deliver_success';
alter table ledger_entries add constraint ledger_entries_transaction
  foreign key (transaction_id) references ledger_transactions;

create trigger ledger_transactions_stay before update or delete on ledger_transactions
  for each row execute function refuse_ledger_change();
create trigger ledger_transactions_are_not_emptied before truncate on ledger_transactions
  execute function refuse_ledger_change();

update trading_sessions s set total_earnings = s.total_earnings - later.amount
from (
  select o.trading_session_id as id, sum(o.amount) as amount
  from orders o left join ledger_transactions t on t.id = 'capture:' || o.id
  where not o.is_test and (o.status = 'deliver_success' or t.after_finish)
  group by o.trading_session_id
) later
where s.id = later.id and s.finished_at is not null;
`;
