import type { OrderSeen } from '#shared/api/live.ts';
import type { StationStage } from '#shared/base/station-stages.ts';

/** The stations that it is of, and the printer; none where there are no stations. */
export type AtStationsReported = Pick<OrderSeen, 'stations' | 'by'>;

/** Keeps a screen’s orders equal to the server. */
export type LiveFeed = {
  /** Reads the list again now. */
  recheck(): void;
  /** The page or the network is back: pending requests may never be answered, and are repeated. */
  wake(): void;
  /** Somebody looks at this screen: what differs from the server is read, or all if that cannot be found out. */
  lookedAt(): void;
  /** Reports an order's stage on this screen to the server, now or when it can be reached again. */
  report(orderId: string, stage: StationStage, outletId: string, at?: AtStationsReported): void;
  /** The state that this screen reports has changed. */
  screenChanged(): void;
  /**
   * For how long the server has heard without a break what this screen shows and prints of the outlet's stations, in
   * ms; null while it does not, and then the known lapses may be over.
   */
  heardMs(outletId: string): number | null;
  stop(): void;
};
