import type { Clock } from '../../core/clock.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { outletsHandlers } from './outlets-handlers.ts';
import type { OutletsRepository } from './outlets-repository.ts';
import { stationsHandlers } from './stations-handlers.ts';
import { tableCodesHandlers } from './table-codes-handlers.ts';

type OutletsFeatureOptions = {
  outlets: OutletsRepository;
  clock: Clock;
  live: Pick<LiveFeed, 'tradingSessionChanged'>;
  secret: string;
};

/** A seller's outlets: what is set of each, and the codes of their tables. */
export function outletsFeature({ outlets, clock, live, secret }: OutletsFeatureOptions) {
  return {
    ...outletsHandlers(outlets, live, clock),
    ...stationsHandlers(outlets, live),
    ...tableCodesHandlers(outlets, secret),
  };
}
