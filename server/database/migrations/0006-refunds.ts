/** Refunds, which are reserved before the provider is asked, and the ledger of all money that moved. */
export const refunds = `
alter table orders add column refund_reserved int not null default 0 check (refund_reserved >= 0);
alter table orders add constraint orders_never_reserve_beyond_amount check (refunded + refund_reserved <= amount);

alter table refunds add column status text not null default 'done' check (status in ('pending', 'done', 'failed'));
alter table refunds add column account_id text;
alter table refunds add column idempotency_key text;
alter table refunds add column idempotency_hash text;
alter table refunds add column failure text;
alter table refunds add column attempts int not null default 0;
alter table refunds add column due_at timestamptz;
alter table refunds add column settled_at timestamptz;
alter table refunds add column after_finish boolean not null default false;
create unique index refunds_idempotency on refunds (account_id, idempotency_key) where idempotency_key is not null;
create index refunds_due on refunds (due_at) where due_at is not null;

create table ledger_entries (
  transaction_id text not null,
  account text not null check (account in ('customer', 'seller', 'platform', 'card-provider')),
  order_id text not null,
  outlet_id text not null,
  amount int not null check (amount <> 0),
  created_at timestamptz not null,
  primary key (transaction_id, account)
);
create index ledger_entries_order on ledger_entries (order_id);

create function refuse_ledger_change() returns trigger language plpgsql as
  $$ begin raise exception 'The ledger is only added to.' using errcode = 'restrict_violation'; end $$;
create trigger ledger_entries_stay before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();

create function refuse_unbalanced_ledger() returns trigger language plpgsql as
  $$ begin if (select sum(amount) from ledger_entries where transaction_id = new.transaction_id) <> 0 then raise exception 'The entries of % do not add up to nought.', new.transaction_id using errcode = 'check_violation'; end if; return null; end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unbalanced_ledger();
`;
