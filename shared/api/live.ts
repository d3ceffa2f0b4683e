import type { Ordering } from './ordering.ts';
import type { Order } from './orders.ts';
import type { SilentReason } from '../base/hearing.ts';
import type { Lapse } from '../base/lapses.ts';
import type { StationStage } from '../base/station-stages.ts';

/**
 * The events of the live socket. The handshake carries the access token in `auth.token`.
 * `order-update` is a hint: nothing depends on its arrival, because the fetched list is the truth.
 */
export type ServerToClient = {
  'order-update': (update: OrderUpdate) => void;
  'trading-session-update': () => void;
  /**
   * A till has received, rung for or opened an order; the order itself is unchanged. A hint too: the list has these
   * times.
   */
  'order-timeline': (timeline: OrderTimeline) => void;
  /**
   * The seller's unattended orders, outlets or screens changed, or the warnings of money at risk: fetch `GET
   * /sellers/unattended` and, if it is shown, `GET /sellers/at-risk`.
   */
  'unattended-update': () => void;
  /** One of the seller's outlets stopped taking orders, or takes them again. A hint: its outlet has this too. */
  'ordering-update': (update: OrderingUpdate) => void;
  /** Somebody said how many are left of an item of the watched outlet: fetch its `portions` where they are shown. */
  'portions-update': (update: { outletId: string }) => void;
  /**
   * What the card provider booked for the seller was read: fetch `GET /sellers/disputes` and `GET /sellers/payouts` where
   * they are shown.
   */
  'books-update': () => void;
};

export type OrderingUpdate = { outletId: string; ordering: Ordering };

export type ClientToServer = {
  'connect-outlet': (outletId: string, acknowledge: (reply: ConnectOutletReply) => void) => void;
  /**
   * Watches these outlets, at most {@link MOST_OUTLETS}, and no others: the screen counts as listening for each.
   * Another server may not know it; a screen then watches one outlet by `connect-outlet`.
   */
  'connect-outlets': (outletIds: string[], acknowledge: (reply: ConnectOutletsReply) => void) => void;
  /**
   * Sent every {@link HEARTBEAT_MS}, and at once when the state changes. The answer proves that the connection works
   * and says how many changes this screen should have. On each new connection it is sent before `connect-outlet`, so
   * that a screen that cannot sound never counts as listening.
   */
  heartbeat: (screen: ScreenState, acknowledge: (reply: HeartbeatReply) => void) => void;
  /**
   * Sent once a second by a screen that watches outlets with stations. The answer says which of these
   * have lapsed, as the database has it. A server that does not know it never answers.
   */
  'at-stations': (report: AtStations, acknowledge: (reply: AtStationsReply) => void) => void;
  /**
   * An order of the watched outlet was received, alerted or seen, or its ticket printed. Repeating it does no harm: the
   * first time counts, of the order and at each station.
   */
  'order-seen': (report: OrderSeen, acknowledge: (reply: OrderSeenReply) => void) => void;
  /** Up to {@link MOST_REPORTS} such reports at once, if the server supports it: a full board after a cut. */
  'orders-seen': (reports: OrderSeen[], acknowledge: (reply: OrderSeenReply) => void) => void;
};

/** How far an order has come: it is in the feed, it rang or showed a notification, somebody opened or acted on it. */
export type SeenStage = Exclude<StationStage, 'printed'>;
/**
 * A screen that watches several outlets names the order's. `stations` are those whose lines of the order this screen
 * shows, or whose ticket was `printed`, and `by` names the printer; left out where there are no stations.
 */
export type OrderSeen = {
  orderId: string;
  stage: StationStage;
  outletId?: string | undefined;
  stations?: readonly string[] | undefined;
  by?: string | undefined;
};

/** The most reports in one `orders-seen`. */
export const MOST_REPORTS = 500;

/**
 * `ok` once the report is committed. `INVALID` and `NOT_FOUND` are final; other errors may pass. For a list, `ok`
 * means that every report is committed or never will be: invalid reports, and those on orders of other outlets, are
 * skipped.
 */
export type OrderSeenReply = { ok: true } | { ok: false; error: string };

/** The order's times; none changes once it is set. */
export type OrderTimeline = { orderId: string } & Pick<
  Order,
  'receivedAt' | 'alertedAt' | 'seenAt' | 'stationTimes'
>;

/** `seq` rises by one per outlet with every change of any of its orders. */
export type OrderUpdate = { order: Order; seq: number };

/**
 * `serverTime` (ISO 8601) lets a screen correct its clock. If `heartbeat` is missing, the server answers no
 * heartbeats, and the transport's own ping decides. If `ordersSeen` is missing, it accepts single reports only; if
 * `several` is missing, it does not know `connect-outlets`; if `orderVersions` is, nor that call.
 */
export type ConnectOutletReply =
  | {
      ok: true;
      seq: number;
      serverTime: string;
      heartbeat?: true;
      ordersSeen?: true;
      several?: true;
      orderVersions?: true;
    }
  | { ok: false; error: string };

/** The most outlets that one screen watches. */
export const MOST_OUTLETS = 20;

/**
 * The outlets that are watched now, each with its `seq`; those that are not the seller's are left out. `NOT_FOUND`: all
 * of them are, or the list is malformed, and the screen watches what it did before.
 */
export type ConnectOutletsReply =
  | {
      ok: true;
      outlets: { outletId: string; seq: number }[];
      serverTime: string;
      heartbeat: true;
      ordersSeen: true;
      orderVersions?: true;
    }
  | { ok: false; error: string };

/** How often a screen sends a heartbeat, in ms; below, how old the last answer may be. */
export const HEARTBEAT_MS = 5_000;
export const HEARD_WITHIN_MS = 10_000;

/**
 * What a screen reports of itself: an id that lasts from its load to its end, a readable name, and why it cannot
 * sound.
 */
export type ScreenState = { screenId: string; screenName: string; silent: SilentReason | null };

/**
 * `seq` is the outlet's count of changes in the database: a screen with a lower count has missed a change, or will
 * get it in a moment. If it is lower than one that the screen knew when it asked, the database has lost changes. Null
 * if the socket watches no outlet; if it watches several, `seqs` has those of all, by outlet, and `seq` that of one of
 * them. `INVALID`: the state is malformed. `UNAVAILABLE`, within 3 s: the server cannot reach its database.
 */
export type HeartbeatReply =
  | { ok: true; seq: number | null; seqs?: Record<string, number | null>; serverTime: string }
  | { ok: false; error: string };

/** What a screen shows of an outlet, and the stations that its printers print for now, or cannot now. */
export type OutletAtStations = {
  outletId: string;
  /** The station whose lines it shows; null for all. */
  shows: string | null;
  prints: string[];
  cannotPrint: string[];
};
/** `screenId` is that of {@link ScreenState}. */
export type AtStations = { screenId: string; outlets: OutletAtStations[] };

/**
 * By outlet, the stations that hand their lines over; outlets that the socket does not watch are left out. `INVALID`:
 * the report is malformed.
 */
export type AtStationsReply = { ok: true; lapses: Record<string, Lapse[]> } | { ok: false; error: string };

/** Why a handshake was refused; the message of the `connect_error`. */
export const handshakeRefusals = {
  /** The token is missing, invalid or expired: refresh and try again. */
  token: 'UNAUTHORIZED',
  /** The account is not verified: trying again does not help. */
  account: 'ACCOUNT_NOT_VERIFIED',
  /** The seller has the most connections that an account may have: one of them must end first. */
  crowded: 'TOO_MANY_CONNECTIONS',
} as const;
