/**
 * What the card provider booked on sellers' accounts, its payouts and its disputes. The ledger gains their accounts,
 * and transactions that belong to a seller's card account and to no order.
 */
export const payouts = `
alter table ledger_transactions alter column order_id drop not null;
alter table ledger_transactions alter column outlet_id drop not null;
alter table ledger_transactions alter column trading_session_id drop not null;
alter table ledger_transactions add column card_account text;
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in (
  'capture', 'refund', 'correction', 'fees', 'refund-failed', 'dispute', 'dispute-returned', 'payout',
  'payout-returned', 'payout-paid', 'payout-bounced', 'other'
)) not valid;
alter table ledger_transactions add constraint ledger_transactions_of
  check (order_id is not null or card_account is not null) not valid;
create index ledger_transactions_card_account on ledger_transactions (card_account) where card_account is not null;
create index ledger_transactions_at on ledger_transactions (at);

alter table ledger_entries alter column order_id drop not null;
alter table ledger_entries alter column outlet_id drop not null;
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in (
  'customer', 'seller', 'platform', 'card-provider', 'payout-in-transit', 'bank', 'dispute', 'other'
)) not valid;

create table card_accounts (
  id text primary key,
  seller_id text not null references accounts,
  read_until timestamptz not null,
  due_at timestamptz not null,
  looked_at timestamptz,
  failure text,
  attempts int not null default 0
);
create index card_accounts_seller on card_accounts (seller_id);
create index card_accounts_due on card_accounts (due_at);
insert into card_accounts (id, seller_id, read_until, due_at)
select o.payment_account, min(outlets.seller_id), min(o.created_at), now()
from orders o join outlets on outlets.id = o.outlet_id
where o.payment_account is not null group by o.payment_account;

create table balance_lines (
  id text primary key,
  card_account text not null references card_accounts,
  kind text not null,
  amount int not null,
  platform_fee int not null,
  card_fee int not null,
  net int not null,
  at timestamptz not null,
  source text,
  intent text,
  order_id text,
  refund_id text,
  card_country text,
  payout_id text,
  examined boolean not null default false
);
create index balance_lines_order on balance_lines (order_id) where order_id is not null;
create index balance_lines_intent on balance_lines (card_account, intent) where kind = 'payment';
create index balance_lines_payout on balance_lines (payout_id) where payout_id is not null;
create index balance_lines_unexamined on balance_lines (card_account, at) where not examined;

create table payouts (
  id text primary key,
  card_account text not null references card_accounts,
  amount int not null,
  state text not null,
  made_at timestamptz not null,
  arrives_at timestamptz not null,
  failure text,
  lines_known boolean not null,
  tied_at timestamptz
);
create index payouts_account on payouts (card_account, made_at);

create table disputes (
  id text primary key,
  card_account text not null references card_accounts,
  order_id text,
  intent text,
  amount int not null,
  state text not null,
  reason text not null,
  opened_at timestamptz not null,
  evidence_due_at timestamptz
);
create index disputes_account on disputes (card_account, opened_at);

create table money_differences (
  id text primary key,
  card_account text not null references card_accounts,
  cause text not null,
  order_id text,
  amount int not null,
  at timestamptz not null,
  settled_at timestamptz
);
create index money_differences_account on money_differences (card_account, at);
create index money_differences_open on money_differences (card_account) where settled_at is null;
`;
