/** Accounts, outlets, catalogs, trading sessions and orders. */
export const firstShift = `
create table accounts (
  id text primary key,
  email text not null constraint accounts_email_key unique,
  password_hash text not null,
  company_name text not null,
  company_website text not null,
  company_phone_number text not null,
  address_line_1 text not null,
  address_line_2 text not null,
  city text not null,
  county text not null,
  country text not null,
  postcode text not null,
  stripe_connect_id text,
  is_admin boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'verified', 'suspended', 'rejected')),
  created_at timestamptz not null
);

create table refresh_tokens (
  token_hash text primary key,
  family_id text not null,
  account_id text not null references accounts,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  family_expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index refresh_tokens_family on refresh_tokens (family_id);
create index refresh_tokens_account on refresh_tokens (account_id);

create table rate_limits (
  key text primary key,
  window_ends_at timestamptz not null,
  hits int not null
);

create table catalogs (
  id text primary key,
  seller_id text not null references accounts,
  name text not null,
  revision int not null check (revision >= 1),
  created_at timestamptz not null
);
create index catalogs_seller on catalogs (seller_id);

create table catalog_revisions (
  catalog_id text not null references catalogs on delete cascade,
  revision int not null,
  name text not null,
  categories jsonb not null,
  created_at timestamptz not null,
  primary key (catalog_id, revision)
);

create table outlets (
  id text primary key,
  seller_id text not null references accounts,
  name text not null,
  url text not null default '',
  telephone text not null default '',
  email text not null default '',
  line_one text not null default '',
  line_two text not null default '',
  city text not null default '',
  county text not null default '',
  country text not null default '',
  postcode text not null default '',
  building_name_or_number text not null default '',
  street text not null default '',
  lat double precision not null default 0,
  lon double precision not null default 0,
  services jsonb not null default '[]',
  service_type text not null default 'table-number' check (service_type in ('table-number', 'order-number')),
  status text not null default 'pending' check (status in ('pending', 'verified', 'suspended', 'rejected')),
  catalog_id text references catalogs,
  brand_image_url text,
  created_at timestamptz not null
);
create index outlets_seller on outlets (seller_id);
create index outlets_catalog on outlets (catalog_id);

create table trading_sessions (
  id text primary key,
  outlet_id text not null references outlets,
  started_at timestamptz not null,
  finished_at timestamptz,
  number_of_orders int,
  total_earnings bigint
);
create unique index trading_sessions_one_open on trading_sessions (outlet_id) where finished_at is null;
create index trading_sessions_outlet on trading_sessions (outlet_id, started_at desc);

create table outlet_feeds (
  outlet_id text primary key references outlets,
  seq int not null default 0,
  trading_session_id text references trading_sessions,
  last_order_number int not null default 0
) with (fillfactor = 40);

create table orders (
  id text primary key,
  -- No foreign keys: the statement that places an order takes both from the outlet's own row, and each check costs a write.
  outlet_id text not null,
  trading_session_id text not null,
  order_number int not null,
  status text not null,
  version int not null check (version >= 1),
  table_number text,
  customer_name text not null,
  note text,
  items jsonb not null,
  item_status jsonb not null,
  amount int not null check (amount >= 0),
  service_charge int not null check (service_charge >= 0),
  tip int not null check (tip >= 0),
  platform_fee int not null check (platform_fee >= 0),
  card_fee int not null check (card_fee >= 0),
  refunded int not null default 0,
  payment_reference text,
  capture_error text,
  payment_attempts int not null default 0,
  payment_due_at timestamptz,
  created_at timestamptz not null,
  accepted_at timestamptz,
  expires_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  cancel_reason text,
  cancelled_from text,
  idempotency_key text,
  idempotency_hash text,
  constraint orders_never_refunded_beyond_amount check (refunded between 0 and amount)
);
create index orders_session on orders (trading_session_id, order_number);
create unique index orders_idempotency on orders (outlet_id, idempotency_key) where idempotency_key is not null;
create index orders_expiring on orders (expires_at) where status = 'deliver_pending';
create index orders_payment_due on orders (payment_due_at) where payment_due_at is not null;

create table refunds (
  id text primary key,
  order_id text not null references orders,
  amount int not null check (amount > 0),
  reason text,
  created_at timestamptz not null
);
create index refunds_order on refunds (order_id);

create table idempotency_keys (
  account_id text not null references accounts,
  key text not null,
  request_hash text not null,
  status int not null,
  reply jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
`;
