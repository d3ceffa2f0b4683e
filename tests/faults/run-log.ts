import type { OrderStatus } from '#shared/base/order-statuses.ts';

/** All times are in ms of this machine's `Date.now()`, also those from a page whose own clock is wrong. */
export type Span = { from: number; to: number };

/** What was seen of one run; the claims are judged by nothing else. */
export type RunLog = {
  /** Every order that a customer asked for, by its key, and what the customer was answered in the end. */
  customers: CustomerOrder[];
  /** The orders of the session as the server lists them at the end. */
  server: ServerOrder[];
  /** Every version of an order that a bare socket or a reply showed. */
  changes: OrderChange[];
  screens: ScreenLog[];
  presses: Press[];
  money: Money[];
  /** When a customer was told that nobody would answer. */
  refusals: { at: number }[];
  unheard: Unheard[];
  /** Each sheet of paper, as far as it came. */
  sheets: Sheet[];
  /** Orders for which a till asks a person whether their ticket is out. */
  askedTickets: number[];
  /** When the last fault ended. */
  lastFaultEnded: number;
};

export type CustomerOrder = {
  key: string;
  /** Null: the customer was refused, or has given up. */
  orderId: string | null;
  askedAt: number;
  answeredAt: number;
  tries: number;
};

export type ServerOrder = {
  id: string;
  number: number;
  status: OrderStatus;
  version: number;
  refunded: number;
  /** By the server’s own clock. */
  writtenAt: number;
};

export type OrderChange = { id: string; version: number; status: OrderStatus; at: number };

export type ScreenLog = {
  name: string;
  /** While it said "Connected" over a line that carried, and was neither frozen nor closed. */
  reachable: Span[];
  /** When it sounded for orders. */
  tones: number[];
  /** When it first had each order. */
  known: { id: string; at: number }[];
  /** Everything that it showed a person as a message. */
  words: { text: string; at: number }[];
  /** Its orders at the end: id and version. */
  shown: { id: string; version: number }[];
  /** How long after the last fault it was equal to the server, in ms; null if it never was. */
  equalAfter: number | null;
};

/** A person's press on a button of an order; `settledAt` is when the screen showed its effect or said a word of it. */
export type Press = {
  screen: string;
  orderId: string;
  orderNumber: number;
  at: number;
  settledAt: number | null;
  /** How much of the time until then its screen was stopped, in ms. */
  frozenMs?: number;
};

/** What the card provider has done for one order, by the keys of the requests that it has not seen before. */
export type Money = {
  orderId: string;
  captureKeys: string[];
  refunds: { refundId: string; amount: number }[];
  held: boolean;
};

/**
 * A time in which no screen could ring. `provedAt` is when the server last heard of one that could: at its beginning, or
 * earlier where the run has made that time older. By `again` a screen can ring once more. `stored` is what the database
 * held of its screens and of the last proof at the end, in words.
 */
export type Unheard = Span & { provedAt: number; again: number; stored?: string };

export type Sheet = { orderNumber: number; marked: boolean; whole: boolean };
