/** Orders that are paid through a remote provider, the provider's events, and sellers' accounts with it. */
export const cards = `
alter table orders add column payment_account text;
alter table orders add column payment_method text;
alter table orders add column capture_before timestamptz;
alter table orders add column paid_at timestamptz;
create index orders_capture_before on orders (capture_before) where capture_before is not null
  and status in ('deliver_pending', 'deliver_waiting', 'deliver_working', 'deliver_enroute');

create table card_events (
  id text primary key,
  received_at timestamptz not null
);
create index card_events_age on card_events (received_at);

alter table accounts add column stripe_connected_at timestamptz;
alter table accounts add column stripe_connect_error text;

create table used_connect_states (
  nonce text primary key,
  expires_at timestamptz not null
);
`;
