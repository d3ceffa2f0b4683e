import type { OrderUpdate } from '#shared/live.ts';

/** Tells every till and screen of an outlet what changed; called only after the commit (hazards R4). */
export interface LiveFeed {
  orderChanged(outletId: string, update: OrderUpdate): void;
  tradingSessionChanged(outletId: string): void;
}
