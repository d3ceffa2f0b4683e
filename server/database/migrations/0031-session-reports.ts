/**
 * The numbered reports of finished sessions, which only grow, and which report each ledger transaction is in. A new
 * transaction is in none; the next report of its outlet takes it. Where tables are copied, this list comes before the
 * ledger. Sessions that were finished before have no report yet: the server makes theirs one by one.
 */
export const sessionReports = `
create table session_reports (
  outlet_id text not null,
  number int not null check (number > 0),
  trading_session_id text not null unique,
  issued_at timestamptz not null,
  body text not null,
  hash text not null,
  primary key (outlet_id, number)
);
create function refuse_report_change() returns trigger language plpgsql as
  $$ begin raise exception 'Reports are only added to.' using errcode = 'restrict_violation'; end $$;
create trigger session_reports_stay before update or delete on session_reports
  for each row execute function refuse_report_change();
create trigger session_reports_are_not_emptied before truncate on session_reports
  execute function refuse_report_change();

create table ledger_reported (
  transaction_id text not null,
  outlet_id text not null,
  trading_session_id text,
  number int
);
insert into ledger_reported (transaction_id, outlet_id, trading_session_id)
  select id, outlet_id, trading_session_id from ledger_transactions;
alter table ledger_reported add primary key (transaction_id);
create index ledger_reported_pending on ledger_reported (outlet_id, trading_session_id) where number is null;
create index ledger_reported_in on ledger_reported (outlet_id, number) where number is not null;

create function refuse_reported_change() returns trigger language plpgsql as
  $$ begin if tg_op = 'UPDATE' and old.number is null then return new; end if; raise exception 'What a report has stays in it.' using errcode = 'restrict_violation'; end $$;
create trigger ledger_reported_stays before update or delete on ledger_reported
  for each row execute function refuse_reported_change();
create trigger ledger_reported_is_not_emptied before truncate on ledger_reported
  execute function refuse_report_change();

create function await_report() returns trigger language plpgsql as
  $$ begin insert into ledger_reported (transaction_id, outlet_id, trading_session_id) values (new.id, new.outlet_id, new.trading_session_id) on conflict do nothing; return null; end $$;
create trigger ledger_transactions_await_report after insert on ledger_transactions
  for each row when (new.outlet_id is not null) execute function await_report();
`;
