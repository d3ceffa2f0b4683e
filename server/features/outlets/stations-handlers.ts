import { notFound, refuse } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import type { OutletsRepository } from './outlets-repository.ts';

type StationsHandlers = Pick<RouteHandlers, 'PUT /sellers/outlets/:outletId/stations'>;

export function stationsHandlers(
  outlets: OutletsRepository,
  live: Pick<LiveFeed, 'tradingSessionChanged'>,
): StationsHandlers {
  return {
    async 'PUT /sellers/outlets/:outletId/stations'({ caller, params: { outletId }, body, ifMatch }) {
      const outcome = await outlets.setStations(caller.id, outletId, body.stations, ifMatch);
      const outlet = await outlets.find(caller.id, outletId);
      if (outcome === 'not-found' || !outlet) return notFound();
      if (outcome === 'stale')
        return refuse(409, 'VERSION_CONFLICT', 'Somebody else has changed these stations.', {
          current: outlet.stations,
        });
      // Every screen of the outlet reads it again.
      live.tradingSessionChanged(outletId);
      return outlet;
    },
  };
}
