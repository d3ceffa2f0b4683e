import type { OrderingUpdate, OrderTimeline, OrderUpdate } from '#shared/api/live.ts';

/** Notifies every till and screen of an outlet of a change; call it only after the commit. */
export interface LiveFeed {
  orderChanged(outletId: string, update: OrderUpdate): void;
  /** A till reported the order received, alerted or seen; the order itself is unchanged. */
  timelineChanged(outletId: string, timeline: OrderTimeline): void;
  tradingSessionChanged(outletId: string): void;
  /** An outlet stopped taking orders, or takes them again: all screens of its seller, whatever they watch. */
  orderingChanged(sellerId: string, update: OrderingUpdate): void;
  /** Somebody said how many are left of an item; orders that take of it are told as orders. */
  portionsChanged(outletId: string): void;
  /** What the card provider booked for a seller was read: all of the seller's screens. */
  booksRead(sellerId: string): void;
}
