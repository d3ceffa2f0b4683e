import type { Order } from './api/orders.ts';

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
  /** An order of the outlet that is watched has come so far (D33). Again is no harm: the first time is kept. */
  'order-seen': (report: OrderSeen, acknowledge: (reply: OrderSeenReply) => void) => void;
};

/** How far an order has come: the feed has it, the ring or notification went out, somebody opened or acted on it. */
export const seenStages = ['received', 'alerted', 'seen'] as const;
export type SeenStage = (typeof seenStages)[number];
export type OrderSeen = { orderId: string; stage: SeenStage };

/** `ok` once it is kept for good. `INVALID` and `NOT_FOUND` will be no better the next time; anything else may. */
export type OrderSeenReply = { ok: true } | { ok: false; error: string };

/** Times as the order has them; each stays as it is once it is there. */
export type OrderTimeline = { orderId: string } & Pick<Order, 'receivedAt' | 'alertedAt' | 'seenAt'>;

/** `seq` rises by one per outlet with every change of any of its orders. */
export type OrderUpdate = { order: Order; seq: number };

/** `serverTime` (ISO 8601) lets a screen correct its clock (D30). */
export type ConnectOutletReply = { ok: true; seq: number; serverTime: string } | { ok: false; error: string };

/** Why a handshake was refused; the text of the `connect_error`. */
export const handshakeRefusals = {
  /** The token is missing, wrong or expired: refresh and try again. */
  token: 'UNAUTHORIZED',
  /** The account is not verified: trying again does not help. */
  account: 'ACCOUNT_NOT_VERIFIED',
} as const;
