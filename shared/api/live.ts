import type { Order } from './orders.ts';
import type { SilentReason } from '../base/hearing.ts';

/**
 * The socket of D31 and D32. The handshake carries the access token in `auth.token`.
 * `order-update` is a hint: nothing depends on its arrival, and the list is the truth.
 */
export type ServerToClient = {
  'order-update': (update: OrderUpdate) => void;
  'trading-session-update': () => void;
  /** What has become known of an order besides, which is no change of it (D33). A hint as well: the list has it too. */
  'order-timeline': (timeline: OrderTimeline) => void;
  /** Something of the seller's is unattended, or is not any more: ask `GET /sellers/unattended` (D33). */
  'unattended-update': () => void;
};

export type ClientToServer = {
  'connect-outlet': (outletId: string, acknowledge: (reply: ConnectOutletReply) => void) => void;
  /**
   * Asked every {@link HEARTBEAT_MS}, and at once whenever the state changes (D71): the answer proves that the line
   * carries, and says what this screen should have. On each new connection it is sent before `connect-outlet`, so that
   * a screen which cannot sound never counts as listening.
   */
  heartbeat: (screen: ScreenState, acknowledge: (reply: HeartbeatReply) => void) => void;
  /** An order of the outlet that is watched has come so far (D33). Again is no harm: the first time is kept. */
  'order-seen': (report: OrderSeen, acknowledge: (reply: OrderSeenReply) => void) => void;
  /** Up to {@link MOST_REPORTS} such reports at once, where the server takes them: a full board after a cut (D33). */
  'orders-seen': (reports: OrderSeen[], acknowledge: (reply: OrderSeenReply) => void) => void;
};

/** How far an order has come: the feed has it, the ring or notification went out, somebody opened or acted on it. */
export const seenStages = ['received', 'alerted', 'seen'] as const;
export type SeenStage = (typeof seenStages)[number];
export type OrderSeen = { orderId: string; stage: SeenStage };

/** What one `orders-seen` may carry. */
export const MOST_REPORTS = 500;

/**
 * `ok` once it is kept for good. `INVALID` and `NOT_FOUND` will be no better the next time; anything else may. For a
 * list, `ok` says that every report in it is kept or never will be: what makes no sense, or names no order of the
 * outlet that is watched, is passed over.
 */
export type OrderSeenReply = { ok: true } | { ok: false; error: string };

/** Times as the order has them; each stays as it is once it is there. */
export type OrderTimeline = { orderId: string } & Pick<Order, 'receivedAt' | 'alertedAt' | 'seenAt'>;

/** `seq` rises by one per outlet with every change of any of its orders. */
export type OrderUpdate = { order: Order; seq: number };

/**
 * `serverTime` (ISO 8601) lets a screen correct its clock (D30). Without `heartbeat` the server answers none, and is
 * judged by the transport's own ping; without `ordersSeen` it takes reports one by one only.
 */
export type ConnectOutletReply =
  | { ok: true; seq: number; serverTime: string; heartbeat?: true; ordersSeen?: true }
  | { ok: false; error: string };

/** How often a screen asks whether its connection carries, in ms, and how old the last answer may be. */
export const HEARTBEAT_MS = 5_000;
export const HEARD_WITHIN_MS = 10_000;

/** What a screen says of itself: one id from its load to its end, a name for people, and why it cannot sound. */
export type ScreenState = { screenId: string; screenName: string; silent: SilentReason | null };

/**
 * `seq` is the outlet's count of changes as the database has it: a screen that has fewer has missed something, or will
 * hear of it in a moment. Null without an outlet. `INVALID` is for a state that makes no sense; `UNAVAILABLE`, within
 * 3 s, for a server that cannot reach its database.
 */
export type HeartbeatReply =
  | { ok: true; seq: number | null; serverTime: string }
  | { ok: false; error: string };

/** Why a handshake was refused; the text of the `connect_error`. */
export const handshakeRefusals = {
  /** The token is missing, wrong or expired: refresh and try again. */
  token: 'UNAUTHORIZED',
  /** The account is not verified: trying again does not help. */
  account: 'ACCOUNT_NOT_VERIFIED',
  /** The seller has as many connections as an account may have: one of them must end first. */
  crowded: 'TOO_MANY_CONNECTIONS',
} as const;
