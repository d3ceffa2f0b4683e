import type { Clock } from '../../core/clock.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { Database } from '../../database/database.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { orderingHandlers, type OrderingHandlersOptions } from './ordering-handlers.ts';
import { orderingReads } from './ordering-reads.ts';
import { putOffHandlers } from './put-off-handlers.ts';
import { sessionPauses } from './session-pauses.ts';
import { pausesRepository, type NewPause, type PauseResult } from './pauses-repository.ts';

const LOOK_EVERY_MS = 1_000;

/** The pause of an outlet whose orders expire unseen. */
export const pausedUnseen: NewPause = {
  until: null,
  reason: 'Two orders in a row expired and nobody had seen them',
  by: 'unseen',
  screenName: 'Servery',
};

export type OrderingFeatureOptions = Pick<OrderingHandlersOptions, 'outlets' | 'listening'> &
  ChoreReports & {
    database: Database;
    clock: Clock;
    live: Pick<LiveFeed, 'orderingChanged' | 'tradingSessionChanged'> & {
      /** Notifies the seller's screens that are connected to this server. */
      orderingChangedHere: LiveFeed['orderingChanged'];
      /** How many sockets this server has. */
      count(): number;
    };
    /** How long to rest between looks, in ms; for tests. */
    everyMs?: number | undefined;
  };

/**
 * Pauses, and notifying screens of outlets that stop taking orders or take them again. What is true is decided by the
 * statement that writes an order; here it is only told. Each server polls for its own screens, so that the end of a
 * pause, a lost proof and a press at another server are told with or without Redis.
 */
export function orderingFeature(options: OrderingFeatureOptions) {
  const { database, clock, log, live, everyMs, onRun } = options;
  const pauses = pausesRepository(database);
  const reads = orderingReads(database);
  let told = new Map<string, string>();
  const telling = reportedChore({
    name: 'tell-ordering',
    run: tell,
    everyMs: everyMs ?? LOOK_EVERY_MS,
    log,
    onRun,
    failure: 'it could not be read which outlets take orders; it is tried again',
  });

  async function tell(): Promise<boolean> {
    if (live.count() > 0) {
      const now = clock.now();
      const found = await reads.notTaking(now);
      const current = new Map(found.map(({ outletId, ordering }) => [outletId, JSON.stringify(ordering)]));
      const ended = [...told.keys()].filter((outletId) => !current.has(outletId));
      const changed = found.filter(({ outletId }) => told.get(outletId) !== current.get(outletId));
      if (ended.length > 0) changed.push(...(await reads.of(ended, now)));
      for (const { sellerId, ...update } of changed) live.orderingChangedHere(sellerId, update);
      told = current;
    }
    return false;
  }

  /** Tells all screens of the seller, on every server. */
  async function tellNow(outletId: string): Promise<void> {
    for (const { sellerId, ...update } of await reads.of([outletId], clock.now()))
      live.orderingChanged(sellerId, update);
  }

  async function pause(outletId: string, wanted: NewPause): Promise<PauseResult> {
    const result = await pauses.pause(outletId, wanted, clock.now());
    if (result === 'changed') await tellNow(outletId);
    return result;
  }

  async function resume(outletId: string): Promise<PauseResult> {
    const result = await pauses.resume(outletId, clock.now());
    if (result === 'changed') await tellNow(outletId);
    return result;
  }

  return {
    pauses,
    ofSession: sessionPauses(database).ofSession,
    /** Takes no more orders at this outlet; once it resolves none is written. */
    pause,
    resume,
    handlers: { ...orderingHandlers({ ...options, pause, resume, reads }), ...putOffHandlers(options) },
    /** An outlet may take orders again. */
    lookSoon: () => void telling.look(),
    look: () => telling.look(),
    stop: () => telling.stop(),
  };
}
