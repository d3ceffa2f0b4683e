import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { Category } from '#shared/api/catalogs.ts';
import type { SoldOutMark } from '#shared/catalogs/sold-out.ts';
import type { OrderItem } from '#shared/api/orders.ts';
import type { SilentReason } from '#shared/base/hearing.ts';
import type { ItemStatus, OrderStatus } from '#shared/base/order-statuses.ts';
import type { Pence } from '#shared/base/money.ts';

/** Rows as the drivers give them: `timestamptz` is a Date, `int4` a number, `jsonb` parsed. Set times from the app's clock. */
type Json<T extends object> = JSONColumnType<T>;
/** JSON with a default of its own. */
type DefaultedJson<T extends object> = ColumnType<T, string | undefined, string>;

export type Schema = {
  accounts: AccountsTable;
  refresh_tokens: RefreshTokensTable;
  access_changes: AccessChangesTable;
  rate_limits: RateLimitsTable;
  outlets: OutletsTable;
  outlet_feeds: OutletFeedsTable;
  outlet_listening: OutletListeningTable;
  outlet_screens: OutletScreensTable;
  print_claims: PrintClaimsTable;
  trading_sessions: TradingSessionsTable;
  catalogs: CatalogsTable;
  catalog_revisions: CatalogRevisionsTable;
  orders: OrdersTable;
  refunds: RefundsTable;
  ledger_entries: LedgerEntriesTable;
  idempotency_keys: IdempotencyKeysTable;
  card_events: CardEventsTable;
  used_connect_states: UsedConnectStatesTable;
  audit_log: AuditLogTable;
  leads: LeadsTable;
};

export type AccountsTable = {
  id: string;
  /** Lower case; unique. */
  email: string;
  password_hash: string;
  company_name: string;
  company_website: string;
  company_phone_number: string;
  address_line_1: string;
  address_line_2: string;
  city: string;
  county: string;
  country: string;
  postcode: string;
  stripe_connect_id: string | null;
  /** To the second, as Stripe's own times are. */
  stripe_connected_at: Date | null;
  /** Why the last attempt to connect an account failed, in words for its seller. */
  stripe_connect_error: string | null;
  is_admin: Generated<boolean>;
  status: Generated<AccountStatusValue>;
  created_at: Date;
  /** Nothing reads it any more: a sign-in lasts as long as its tokens. Servers of the version before do. */
  signed_out_at: Date | null;
};

/** One row per token ever handed out; `token_hash` is keyed with TOKEN_SECRET, base64url (D14). */
export type RefreshTokensTable = {
  token_hash: string;
  family_id: string;
  account_id: string;
  created_at: Date;
  expires_at: Date;
  /** When the sign-in ends however often its tokens are exchanged. */
  family_expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  /** What it was signed in on, in words for its owner; null where that is not known. */
  device: string | null;
  /** A keyed hash of the network that it was signed in from. */
  network: string | null;
};

/** One row: its number rises whenever a sign-in or an account's access ends. */
export type AccessChangesTable = { only_row: Generated<boolean>; number: number };

/** Hits against a limit in its current window; kept here so that a restart or another server does not forget them. */
export type RateLimitsTable = { key: string; window_ends_at: Date; hits: number };

export type OutletsTable = {
  id: string;
  seller_id: string;
  name: string;
  url: Generated<string>;
  telephone: Generated<string>;
  email: Generated<string>;
  line_one: Generated<string>;
  line_two: Generated<string>;
  city: Generated<string>;
  county: Generated<string>;
  country: Generated<string>;
  postcode: Generated<string>;
  building_name_or_number: Generated<string>;
  street: Generated<string>;
  lat: Generated<number>;
  lon: Generated<number>;
  services: DefaultedJson<{ name: string; slug: string; optional?: boolean | undefined }[]>;
  service_type: Generated<'table-number' | 'order-number'>;
  status: Generated<AccountStatusValue>;
  catalog_id: string | null;
  brand_image_url: string | null;
  created_at: Date;
};

/**
 * The narrow, hot row of an outlet: the count of its order changes, the open session and its last order number.
 * Every change of an order updates it in the same transaction, so `seq` rises in the order of the commits.
 */
export type OutletFeedsTable = {
  outlet_id: string;
  seq: Generated<number>;
  /** The open session; null while the outlet is closed. */
  trading_session_id: string | null;
  last_order_number: Generated<number>;
};

/**
 * When a screen that can ring and watches the outlet was last heard from, while the outlet traded; written on change,
 * and every 15 s (D33, D74).
 */
export type OutletListeningTable = { outlet_id: string; heard_at: Date };

/** A screen that watches an outlet and said so; written on change, and every 15 s while the outlet trades (D74). */
export type OutletScreensTable = {
  outlet_id: string;
  /** The screen's own, from its load to its end. */
  screen_id: string;
  name: string;
  /** Of its sign-in. */
  family: string;
  /** Why it cannot ring, and since when; null where it can. */
  silent: SilentReason | null;
  silent_since: Date | null;
  heard_at: Date;
  /** When its sign-in was found to have ended while it watched; null again once it is heard after that. */
  signed_out_at: Date | null;
};

export type PrintClaimsTable = {
  order_id: string;
  kind: string;
  copy: number;
  printer: string;
  state: 'held' | 'free' | 'printed';
  /** Who has it, or had it last. */
  till_id: string;
  till_name: string;
  /** Rises each time it is taken. */
  number: number;
  leased_until: Date;
  /** How many sheets may be out, beside one that its holder is printing. */
  sheets: number;
  made_at: Date;
};

export type TradingSessionsTable = {
  id: string;
  outlet_id: string;
  started_at: Date;
  finished_at: Date | null;
  /** Frozen at the finish (D20). */
  number_of_orders: number | null;
  total_earnings: number | null;
};

export type CatalogsTable = {
  id: string;
  seller_id: string;
  name: string;
  revision: number;
  /** What is sold out now (D37); no part of a revision, so that marking never races with editing. */
  sold_out: DefaultedJson<SoldOutMark[]>;
  /** Rises with every change of `sold_out`; whoever remembers a menu compares it. */
  sold_out_version: Generated<number>;
  /** Of the newest revision's categories as JSON. */
  bytes: Generated<number>;
  created_at: Date;
};

export type CatalogRevisionsTable = {
  catalog_id: string;
  revision: number;
  name: string;
  categories: Json<Category[]>;
  created_at: Date;
};

export type OrdersTable = {
  id: string;
  outlet_id: string;
  trading_session_id: string;
  order_number: number;
  status: OrderStatus;
  version: number;
  table_number: string | null;
  customer_name: string;
  note: string | null;
  items: Json<OrderItem[]>;
  item_status: Json<{ id: string; status: ItemStatus }[]>;
  amount: Pence;
  service_charge: Pence;
  tip: Pence;
  platform_fee: Pence;
  card_fee: Pence;
  refunded: ColumnType<Pence, Pence | undefined, Pence>;
  /** Asked of the provider and not answered yet; part of what is left to refund until it is. */
  refund_reserved: ColumnType<Pence, Pence | undefined, Pence>;
  /** The provider's own reference of the hold or payment. */
  payment_reference: string | null;
  capture_error: string | null;
  payment_attempts: Generated<number>;
  /** The seller's account with a provider elsewhere; null where the hold was decided in this process. */
  payment_account: string | null;
  /** What to ask such a provider for the hold with, and a keyed hash of where the order came from; forgotten once that is settled. */
  payment_method: string | null;
  placed_from: string | null;
  /** The hold ends then: the order is closed before, or expires (hazards P12). */
  capture_before: Date | null;
  /** When such a provider's hold made it an order for the kitchen. */
  paid_at: Date | null;
  /** When the provider is to be asked next: for a hold, to take the money of a closed order, or to release a hold. */
  payment_due_at: Date | null;
  created_at: Date;
  accepted_at: Date | null;
  /** The first time each that a till reported the order received, alerted and seen (D33). */
  received_at: Date | null;
  alerted_at: Date | null;
  seen_at: Date | null;
  expires_at: Date | null;
  completed_at: Date | null;
  ended_at: Date | null;
  cancel_reason: string | null;
  cancelled_from: OrderStatus | null;
  /** The placing request's key and the hash of its body, kept for 24 h (D10). */
  idempotency_key: string | null;
  idempotency_hash: string | null;
};

export type RefundsTable = {
  id: string;
  order_id: string;
  amount: Pence;
  reason: string | null;
  created_at: Date;
  /** Pending until the provider has answered for certain. */
  status: Generated<'pending' | 'done' | 'failed'>;
  /** Who asked, with the key and the hash of the request (D10). */
  account_id: string | null;
  idempotency_key: string | null;
  idempotency_hash: string | null;
  /** Why the provider refused. */
  failure: string | null;
  /** How often the provider was asked without an answer that is certain, and when it is asked again. */
  attempts: Generated<number>;
  due_at: Date | null;
  settled_at: Date | null;
  /** Its trading session was finished by then, and its figures leave it out (D20). */
  after_finish: Generated<boolean>;
};

/** Double entry; rows are added and never changed. */
export type LedgerEntriesTable = {
  /** `capture:<order id>` or `refund:<refund id>`; its entries add up to nought. */
  transaction_id: string;
  account: 'customer' | 'seller' | 'platform' | 'card-provider';
  order_id: string;
  outlet_id: string;
  /** Pence; below nought is money that left the account. */
  amount: number;
  created_at: Date;
};

/** The first reply to a seller's command with an `Idempotency-Key`; kept for 24 h (D10). */
export type IdempotencyKeysTable = {
  account_id: string;
  key: string;
  /** SHA-256 of route, parameters and body. */
  request_hash: string;
  status: number;
  reply: Json<object>;
  created_at: Date;
};

/** The provider's events that were acted on, so that each is once. */
export type CardEventsTable = { id: string; received_at: Date };

/** States of the way to a connected account that have been used up. */
export type UsedConnectStatesTable = { nonce: string; expires_at: Date };
/** Who did what to what, for good (hazards A9, A25). Only added to; what an entry is chained by, the database fills in. */
export type AuditLogTable = {
  id: string;
  at: Date;
  /** The account that acted; null for a command on the server's machine, and for what the server found by itself. */
  actor_id: string | null;
  action: AuditAction;
  /** The account, outlet or whatever else was acted on. */
  subject_id: string;
  details: Json<Record<string, unknown>>;
  /** From 1, without a gap. */
  seq: Generated<number>;
  /** Of the entry before; empty for the first. */
  previous_hash: Generated<string>;
  hash: Generated<string>;
};
export type AuditAction =
  | 'account-status-changed'
  | 'outlet-status-changed'
  | 'refresh-token-reused'
  | 'admin-added'
  | 'admin-removed'
  | 'admin-signed-in'
  | 'card-account-connected'
  | 'card-account-changed'
  | 'card-account-lost'
  | 'password-changed'
  | 'sign-in-ended'
  | 'all-signed-out';

/** Businesses that asked to be let in (D17). */
export type LeadsTable = {
  id: string;
  email: string;
  company_name: string;
  message: string;
  created_at: Date;
};
