import type { OrderTimeline, OrderUpdate } from '#shared/api/live.ts';

/** Tells every till and screen of an outlet what changed; called only after the commit (hazards R4). */
export interface LiveFeed {
  orderChanged(outletId: string, update: OrderUpdate): void;
  /** What has become known of an order besides (D33). */
  timelineChanged(outletId: string, timeline: OrderTimeline): void;
  tradingSessionChanged(outletId: string): void;
}
