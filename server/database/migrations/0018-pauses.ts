/**
 * Pauses of a trading session, and the outlet's current one beside its count of changes, where the statement that
 * writes an order locks it. From now on the start of a session counts as the first time that a screen was heard.
 */
export const pauses = `
create table pauses (
  id text primary key,
  outlet_id text not null references outlets,
  trading_session_id text not null references trading_sessions,
  paused_by text not null check (paused_by in ('person', 'unattended', 'unseen')),
  from_at timestamptz not null,
  until timestamptz,
  ended_at timestamptz,
  reason text,
  account_id text,
  screen_name text
);
create index pauses_session on pauses (trading_session_id, from_at);
create unique index pauses_unattended on pauses (trading_session_id, from_at) where paused_by = 'unattended';

alter table outlet_feeds add column pause_id text;
alter table outlet_feeds add column paused_until timestamptz;

insert into outlet_listening as l (outlet_id, heard_at)
select f.outlet_id, s.started_at from outlet_feeds f join trading_sessions s on s.id = f.trading_session_id
on conflict (outlet_id) do update set heard_at = greatest(l.heard_at, excluded.heard_at);
`;
