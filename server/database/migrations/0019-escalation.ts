/**
 * Whom an outlet tells of an order that nobody has seen, and each message that was sent. A message is stored before it
 * is sent, once for each order, rung and target, so that one server sends it. A drill's messages are stored alike.
 */
export const escalation = `
create table outlet_escalation (
  outlet_id text primary key references outlets,
  rungs jsonb not null,
  emails jsonb not null,
  webhook_url text not null,
  webhook_salt text not null
);

create table outlet_phones (
  id text primary key,
  outlet_id text not null references outlets,
  name text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  added_at timestamptz not null,
  constraint outlet_phones_endpoint unique (outlet_id, endpoint)
);

create table drills (
  id text primary key,
  outlet_id text not null references outlets,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index drills_outlet on drills (outlet_id, started_at desc);
create index drills_ending on drills (ends_at);

create table alerts (
  id text not null constraint alerts_id_key unique,
  subject_id text not null,
  outlet_id text not null,
  rung text not null,
  target text not null,
  name text not null,
  at timestamptz not null,
  state text not null check (state in ('sending', 'delivered', 'failed', 'stopped')),
  holder text,
  held_until timestamptz,
  why text,
  settled_at timestamptz,
  arrived_at timestamptz,
  primary key (subject_id, rung, target)
);
create index alerts_sending on alerts (held_until) where state = 'sending';
create index alerts_at on alerts (at);
create index orders_expired on orders (ended_at) where status = 'deliver_expired';
`;
