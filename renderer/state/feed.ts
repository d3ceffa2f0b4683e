import type { SeenStage } from '#shared/api/live.ts';

/** What keeps a screen’s orders equal to the server. */
export type LiveFeed = {
  /** Reads the list again now. */
  recheck(): void;
  /** The page or the network is back: what was asked for may never be answered, and is asked for again. */
  wake(): void;
  /** An order has come so far on this screen; the server is told, now or when it can be reached again (D33). */
  report(orderId: string, stage: SeenStage): void;
  /** What this screen says of itself is something else now. */
  screenChanged(): void;
  stop(): void;
};
