import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Rungs } from '#shared/api/escalation.ts';
import type { RungName } from '#shared/base/rungs.ts';
import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { Category } from '#shared/api/catalogs.ts';
import type { Portions } from '#shared/catalogs/portions.ts';
import type { MenuHours } from '#shared/catalogs/last-orders.ts';
import type { SoldOutMark } from '#shared/catalogs/sold-out.ts';
import type { KeptReadiness } from '#shared/api/readiness.ts';
import type { Station } from '#shared/api/stations.ts';
import type { PaidCard } from '#shared/api/paid-card.ts';
import type { StationTimes } from './station-times.ts';
import type { OrderAction, OrderItem, RefundedLine } from '#shared/api/orders.ts';
import type { LineStage, ReadyPromise } from '#shared/api/ready-times.ts';
import type { SilentReason } from '#shared/base/hearing.ts';
import type { PausedBy } from '#shared/base/ordering-states.ts';
import type { OrderStatus } from '#shared/base/order-statuses.ts';
import type { AgeOutcome } from '#shared/base/age-outcomes.ts';
import type { VatRate } from '#shared/base/labelling.ts';
import type { PutOff } from '#shared/base/menu-hours.ts';
import type { Pence } from '#shared/base/money.ts';

/**
 * Rows as the drivers return them: `timestamptz` is a Date, `int4` a number, `jsonb` parsed. Times are set from the
 * app's clock.
 */
type Json<T extends object> = JSONColumnType<T>;
type NullableJson<T extends object> = ColumnType<T | null, string | null | undefined, string | null>;
/** JSON whose column has a default. */
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
  station_screens: StationScreensTable;
  print_claims: PrintClaimsTable;
  trading_sessions: TradingSessionsTable;
  pauses: PausesTable;
  catalogs: CatalogsTable;
  catalog_revisions: CatalogRevisionsTable;
  orders: OrdersTable;
  refunds: RefundsTable;
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_reported: LedgerReportedTable;
  session_reports: SessionReportsTable;
  card_accounts: CardAccountsTable;
  balance_lines: BalanceLinesTable;
  payouts: PayoutsTable;
  disputes: DisputesTable;
  money_differences: MoneyDifferencesTable;
  idempotency_keys: IdempotencyKeysTable;
  card_events: CardEventsTable;
  used_connect_states: UsedConnectStatesTable;
  audit_log: AuditLogTable;
  outlet_escalation: OutletEscalationTable;
  outlet_phones: OutletPhonesTable;
  drills: DrillsTable;
  alerts: AlertsTable;
  order_notifications: OrderNotificationsTable;
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
  /** No longer read: a sign-in lasts as long as its tokens. The previous version's servers still read it. */
  signed_out_at: Date | null;
};

/** One row per token that was ever issued; `token_hash` is keyed with TOKEN_SECRET, base64url. */
export type RefreshTokensTable = {
  token_hash: string;
  family_id: string;
  account_id: string;
  created_at: Date;
  expires_at: Date;
  /** When the sign-in ends, however often its tokens are exchanged. */
  family_expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  /** The device of the sign-in, in words for its owner; null if unknown. */
  device: string | null;
  /** A keyed hash of the network of the sign-in. */
  network: string | null;
};

/** One row: its number rises whenever a sign-in or an account's access ends. */
export type AccessChangesTable = { only_row: Generated<boolean>; number: number };

/** Hits against a limit in its current window; stored, so that a restart or another server counts on. */
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
  /** How long an order waits for an answer; null: as long as the server's setting says. */
  order_expiry_minutes: number | null;
  /** A name of the IANA's list. */
  time_zone: Generated<string>;
  /** Empty: not registered, or not said. */
  vat_number: Generated<string>;
  /** Of what has no rate of its own, in per cent; null if that bears none. */
  vat_rate: VatRate | null;
  prices_include_vat: Generated<boolean>;
  /** Ends of hours that were put off; those that are over may still be there. */
  put_off: DefaultedJson<PutOff[]>;
  /** Where its lines are made; the version rises with every change. */
  stations: DefaultedJson<Station[]>;
  stations_version: Generated<number>;
  /** Whether its customers are promised when their orders will be ready. */
  promises_ready_time: Generated<boolean>;
  /** Whether its guests order on the server's own page. */
  guest_page: Generated<boolean>;
  status: Generated<AccountStatusValue>;
  catalog_id: string | null;
  brand_image_url: string | null;
  created_at: Date;
};

/**
 * The small, often updated row of an outlet: the count of its order changes, the open session and its last order
 * number. Every change of an order updates it in the same transaction, so `seq` rises in the order of the commits.
 */
export type OutletFeedsTable = {
  outlet_id: string;
  seq: Generated<number>;
  /** The open session; null while the outlet is closed. */
  trading_session_id: string | null;
  last_order_number: Generated<number>;
  /** The session's last pause, if it may still hold; null once somebody resumed. */
  pause_id: string | null;
  /** When that pause ends by itself; null if only a person ends it. */
  paused_until: Date | null;
  /** How many are left of the items that are counted, by item; it ends with the session. */
  portions: DefaultedJson<Portions>;
};

/**
 * When a screen that can ring and watches the outlet was last heard from, while the outlet traded; the start of a
 * session counts too. Written on change, and every 15 s, so it may be older than the truth and never newer.
 */
export type OutletListeningTable = { outlet_id: string; heard_at: Date };

/**
 * A screen that watches an outlet and has reported its state. Written on change, and every 15 s while the outlet
 * trades.
 */
export type OutletScreensTable = {
  outlet_id: string;
  /** The page's own id, from its load to its end. */
  screen_id: string;
  name: string;
  /** The sign-in that the screen uses. */
  family: string;
  /** Why it cannot ring, and since when; null if it can. */
  silent: SilentReason | null;
  silent_since: Date | null;
  heard_at: Date;
  /** When its sign-in was found to have ended while it watched; null again once it is heard after that. */
  signed_out_at: Date | null;
};

/** What a screen shows and prints of an outlet's stations. */
export type StationScreensTable = {
  outlet_id: string;
  /** The page's own id, from its load to its end. */
  screen_id: string;
  /** Null for all stations. */
  shows: string | null;
  shown_since: Date;
  /** The stations that its printers print for, each with since when they cannot. */
  prints: Record<string, string | null>;
  heard_at: Date;
  /** Whether it is not heard any more. */
  gone: boolean;
};

export type PrintClaimsTable = {
  order_id: string;
  kind: string;
  copy: number;
  printer: string;
  state: 'held' | 'free' | 'printed';
  /** The till that holds the claim, or held it last. */
  till_id: string;
  till_name: string;
  /** Rises each time the claim is taken. */
  number: number;
  leased_until: Date;
  /** How many sheets may have been printed, besides one that its holder is printing. */
  sheets: number;
  made_at: Date;
};

export type TradingSessionsTable = {
  id: string;
  outlet_id: string;
  started_at: Date;
  finished_at: Date | null;
  /** Null until the session is finished; never changed afterwards. */
  number_of_orders: number | null;
  total_earnings: number | null;
  /** What was found before it began; null if nothing was checked. */
  readiness: NullableJson<KeptReadiness>;
};

/** When an outlet took no orders although it traded: somebody paused it, or nobody could be alerted. */
export type PausesTable = {
  id: string;
  outlet_id: string;
  trading_session_id: string;
  paused_by: PausedBy;
  from_at: Date;
  /** When it was to end by itself; null if it was not. */
  until: Date | null;
  /** When it ended otherwise, or with the session. A pause that ended by itself may have none. */
  ended_at: Date | null;
  reason: string | null;
  /** The account and the screen that paused it. */
  account_id: string | null;
  screen_name: string | null;
};

export type CatalogsTable = {
  id: string;
  seller_id: string;
  name: string;
  revision: number;
  /** What is sold out now. It belongs to no revision, so that marking never races with editing. */
  sold_out: DefaultedJson<SoldOutMark[]>;
  /** Rises with every change of `sold_out`, and of an outlet's VAT: orders are sold by neither once it has changed. */
  sold_out_version: Generated<number>;
  /** The size of the newest revision's categories as JSON. */
  bytes: Generated<number>;
  /** When something of the newest revision can be ordered for the last time; null without hours. */
  menu_hours: NullableJson<MenuHours>;
  created_at: Date;
};

export type CatalogRevisionsTable = {
  catalog_id: string;
  revision: number;
  name: string;
  categories: Json<Category[]>;
  created_at: Date;
};

export type AgeCheck = { outcome: AgeOutcome; at: string; screenName: string | null };

export type OrdersTable = {
  id: string;
  outlet_id: string;
  trading_session_id: string;
  order_number: number;
  /** A test of the way of an order: no customer, no money, no number, and in no figure. */
  is_test: Generated<boolean>;
  status: OrderStatus;
  version: number;
  table_number: string | null;
  customer_name: string;
  note: string | null;
  items: Json<OrderItem[]>;
  item_status: Json<LineStage[]>;
  amount: Pence;
  service_charge: Pence;
  tip: Pence;
  platform_fee: Pence;
  card_fee: Pence;
  /** What the card provider itself took; null until it has said so. */
  platform_fee_taken: Generated<Pence | null>;
  card_fee_taken: Generated<Pence | null>;
  refunded: ColumnType<Pence, Pence | undefined, Pence>;
  /** Asked of the provider and not answered yet; until then it is subtracted from what can be refunded. */
  refund_reserved: ColumnType<Pence, Pence | undefined, Pence>;
  /** The provider's reference of the hold or payment. */
  payment_reference: string | null;
  /** As its provider told it; null where it told nothing. */
  card: ColumnType<PaidCard | null, PaidCard | string | null | undefined, string | null>;
  capture_error: string | null;
  payment_attempts: Generated<number>;
  /** The seller's account with a remote provider; null if the hold was decided in this process. */
  payment_account: string | null;
  /**
   * What a remote provider is asked for the hold with, and a keyed hash of the customer's network; erased once the
   * hold is settled.
   */
  payment_method: string | null;
  placed_from: string | null;
  /** When the hold ends: the order is closed before, or expires. */
  capture_before: Date | null;
  /** When a remote provider's hold made it an order for the kitchen. */
  paid_at: Date | null;
  /** When the provider is to be asked next: for a hold, to take the money of a closed order, or to release a hold. */
  payment_due_at: Date | null;
  created_at: Date;
  /** What staff did with it, oldest first. */
  actions: ColumnType<OrderAction[] | null, string | null | undefined, string | null>;
  /** What was said of the customer's age; null until then. */
  age_check: ColumnType<AgeCheck | null, string | null | undefined, string | null>;
  /** When and at which screen the note was ticked as read; null until then. */
  note_read: ColumnType<
    { at: string; screenName: string | null } | null,
    string | null | undefined,
    string | null
  >;
  accepted_at: Date | null;
  /** When all its lines were ready; null again if one no longer is. */
  ready_at: Date | null;
  /** The ready times that its customer was promised, oldest first, and the last of them. */
  promises: ColumnType<ReadyPromise[] | null, string | null | undefined, string | null>;
  promised_for: Date | null;
  /** The first time that a till reported the order received, alerted and seen. */
  received_at: Date | null;
  alerted_at: Date | null;
  seen_at: Date | null;
  /** The first times at each station; null where there are none. */
  station_times: ColumnType<StationTimes | null, string | null | undefined, string | null>;
  expires_at: Date | null;
  /** What it took of the counted items; null if nothing, or once it was given back. */
  portions_taken: ColumnType<Portions | null, string | null | undefined, string | null>;
  /** How long it waits for an answer, each time that it waits for one; older orders have none. */
  expiry_ms: number | null;
  completed_at: Date | null;
  ended_at: Date | null;
  cancel_reason: string | null;
  /** Why, in words for its customer. */
  cancel_message: string | null;
  cancelled_from: OrderStatus | null;
  /** The placing request's key and the hash of its body, stored for 24 h. */
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
  /** The account that asked, with the key and the hash of its request. */
  account_id: string | null;
  idempotency_key: string | null;
  idempotency_hash: string | null;
  /** Why the provider refused. */
  failure: string | null;
  /** How often the provider was asked without a certain answer, and when it is asked again. */
  attempts: Generated<number>;
  due_at: Date | null;
  settled_at: Date | null;
  /** Its trading session was finished before, so the session's figures leave it out. */
  after_finish: Generated<boolean>;
  /** The lines of its order that it was for; null if nobody chose any. */
  lines: ColumnType<RefundedLine[] | null, string | null | undefined, never>;
};

/** What moved money once, for good; its entries add up to zero. Rows are only ever inserted. */
export type LedgerTransactionsTable = {
  /**
   * `capture:<order id>`, `refund:<refund id>`, `fees:<order id>`, and of the provider's books `<kind>:<line id>`; a
   * correction names what it corrects.
   */
  id: string;
  kind:
    | 'capture'
    | 'refund'
    | 'correction'
    | 'fees'
    | 'refund-failed'
    | 'dispute'
    | 'dispute-returned'
    | 'payout'
    | 'payout-returned'
    | 'payout-paid'
    | 'payout-bounced'
    | 'other';
  /** Null for what belongs to no order, such as a payout. */
  order_id: string | null;
  outlet_id: string | null;
  trading_session_id: string | null;
  at: Date;
  /** Its trading session was finished before, so the session's figures leave it out. */
  after_finish: boolean;
  /** The seller's account at the provider; set by what was booked after the provider's own books. */
  card_account: Generated<string | null>;
};

/** Double entry; rows are only ever inserted. */
export type LedgerEntriesTable = {
  transaction_id: string;
  account:
    | 'customer'
    | 'seller'
    | 'platform'
    | 'card-provider'
    | 'payout-in-transit'
    | 'bank'
    | 'dispute'
    | 'other';
  order_id: string | null;
  outlet_id: string | null;
  /** Pence; negative for money that left the account. */
  amount: number;
  created_at: Date;
};

/** Which report of its outlet a ledger transaction is in; null until one takes it, which is final. */
export type LedgerReportedTable = {
  transaction_id: string;
  outlet_id: string;
  trading_session_id: string | null;
  number: number | null;
};

/** The report of a finished session; rows are only ever inserted. */
export type SessionReportsTable = {
  outlet_id: string;
  /** Counts from 1 at each outlet, without a gap. */
  number: number;
  trading_session_id: string;
  issued_at: Date;
  /** Canonical JSON. */
  body: string;
  /** The SHA-256 of `body`, which holds the hash of the report before. */
  hash: string;
};

/** A seller's account at the provider; one that the seller replaced stays. */
export type CardAccountsTable = {
  id: string;
  seller_id: string;
  /** Its books are stored up to here. */
  read_until: Date;
  /** When its books are read next. */
  due_at: Date;
  looked_at: Date | null;
  /** Why the last reading failed. */
  failure: string | null;
  attempts: Generated<number>;
};

/** A movement of a seller's balance, as the provider booked it. */
export type BalanceLinesTable = {
  id: string;
  card_account: string;
  kind: string;
  amount: number;
  platform_fee: number;
  card_fee: number;
  net: number;
  at: Date;
  source: string | null;
  intent: string | null;
  order_id: string | null;
  refund_id: string | null;
  card_country: string | null;
  /** The payout that pays it out. */
  payout_id: string | null;
  /** It was compared with the ledger. */
  examined: Generated<boolean>;
};

export type PayoutsTable = {
  id: string;
  card_account: string;
  amount: number;
  state: string;
  made_at: Date;
  arrives_at: Date;
  failure: string | null;
  /** The provider can say which lines it pays out. */
  lines_known: boolean;
  /** When its lines were stored; null before. */
  tied_at: Date | null;
};

export type DisputesTable = {
  id: string;
  card_account: string;
  order_id: string | null;
  intent: string | null;
  amount: number;
  state: string;
  reason: string;
  opened_at: Date;
  evidence_due_at: Date | null;
};

/** Where the provider booked other than was expected, and why. */
export type MoneyDifferencesTable = {
  id: string;
  card_account: string;
  cause: string;
  order_id: string | null;
  amount: number;
  at: Date;
  /** When the ledger had it too; null before. */
  settled_at: Date | null;
};

/** The first reply to a seller's command with an `Idempotency-Key`; stored for 24 h. */
export type IdempotencyKeysTable = {
  account_id: string;
  key: string;
  /** SHA-256 of route, parameters and body. */
  request_hash: string;
  status: number;
  reply: Json<object>;
  created_at: Date;
};

/** The provider's events that were processed, so that each is processed once. */
export type CardEventsTable = { id: string; received_at: Date };

/** The `state` values of links to Stripe that have been used. */
export type UsedConnectStatesTable = { nonce: string; expires_at: Date };
/** Who did what to what, for good. Only inserted; the database fills in the columns of the hash chain. */
export type AuditLogTable = {
  id: string;
  at: Date;
  /** The account that acted; null for a command on the server's machine, and for the server itself. */
  actor_id: string | null;
  action: AuditAction;
  /** The account, outlet or other thing that was acted on. */
  subject_id: string;
  details: Json<Record<string, unknown>>;
  /** Counts from 1 without a gap. */
  seq: Generated<number>;
  /** The hash of the entry before; empty for the first. */
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

/** Whom an outlet tells of an order that nobody has seen; an outlet without a row has the usual rungs. */
export type OutletEscalationTable = {
  outlet_id: string;
  rungs: Json<Rungs>;
  emails: Json<string[]>;
  /** Empty: none. */
  webhook_url: string;
  /** The webhook's secret is made from this and TOKEN_SECRET; it is stored nowhere. */
  webhook_salt: string;
  /** The address that last said it is gone; of no matter if it is not the webhook's any more. */
  webhook_gone: Generated<string | null>;
};

/** A browser's subscription to push messages for an outlet. */
export type OutletPhonesTable = {
  id: string;
  outlet_id: string;
  name: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  added_at: Date;
  /** Since when its push service says that it is gone; of no matter if the phone was added later. */
  gone_at: Date | null;
};

export type DrillsTable = { id: string; outlet_id: string; started_at: Date; ends_at: Date };

/** A phone whose guest is told of one order. */
export type OrderNotificationsTable = {
  id: string;
  order_id: string;
  /** From 1: an order has as many phones as there are slots. */
  slot: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  added_at: Date;
  /** The promised time and the readiness that its guest knows of, and whether they know that the order has ended. */
  known_ready_by: Date | null;
  known_ready_at: Date | null;
  knows_end: Generated<boolean>;
  /** What is being sent; null if nothing is. */
  message_id: string | null;
  message: 'ready' | 'delayed' | 'ended' | null;
  /** The promised time that a delay replaces. */
  not_by: Date | null;
  tries: Generated<number>;
  /** The server that sends it, and until when it is believed to be alive; without a server, when it is tried again. */
  holder: string | null;
  held_until: Date | null;
};

/** A message to one target of one rung. */
export type AlertsTable = {
  id: string;
  /** The order or drill. */
  subject_id: string;
  outlet_id: string;
  rung: RungName | 'drill';
  /** `screens`, `screen:<id>`, `phone:<id>`, `email:<address>` or `webhook`. */
  target: string;
  name: string;
  /** When it was first claimed. */
  at: Date;
  state: 'sending' | 'delivered' | 'failed' | 'stopped';
  /** The server that sends it, and until when it is believed to be alive. */
  holder: string | null;
  held_until: Date | null;
  why: string | null;
  settled_at: Date | null;
  /** When the phone showed it, or the screen rang. */
  arrived_at: Date | null;
};

/** Businesses that asked to join. */
export type LeadsTable = {
  id: string;
  email: string;
  company_name: string;
  message: string;
  created_at: Date;
};
