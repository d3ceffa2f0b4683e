import type { Order } from './api/orders.ts';

/**
 * The socket of D31 and D32. The handshake carries the access token in `auth.token`.
 * `order-update` is a hint: nothing depends on its arrival, and the list is the truth.
 */
export type ServerToClient = {
  'order-update': (update: OrderUpdate) => void;
  'trading-session-update': () => void;
};

export type ClientToServer = {
  'connect-outlet': (outletId: string, acknowledge: (reply: ConnectOutletReply) => void) => void;
};

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
