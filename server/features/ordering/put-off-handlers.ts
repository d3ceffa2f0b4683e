import type { Outlet } from '#shared/api/outlets.ts';
import { somethingEndsAt } from '#shared/catalogs/last-orders.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import type { Clock } from '../../core/clock.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { Database } from '../../database/database.ts';
import { putOffRepository } from './put-off-repository.ts';

const HOUR_MS = 3_600_000;
/** How much later the end of hours may be put, all presses together. */
const LATEST_MS = 6 * HOUR_MS;
/** How long before its time an end may be put off. */
const AHEAD_MS = 24 * HOUR_MS;

type PutOffOptions = {
  outlets: { find(sellerId: string, outletId: string): Promise<Outlet | null> };
  live: { tradingSessionChanged(outletId: string): void };
  database: Database;
  clock: Clock;
};

/** "15 minutes more": what ends at a moment goes on until a later one, at one outlet, on all of its screens. */
export function putOffHandlers({
  outlets,
  live,
  database,
  clock,
}: PutOffOptions): Pick<RouteHandlers, 'POST /sellers/outlets/:outletId/put-off'> {
  const repository = putOffRepository(database);
  return {
    async 'POST /sellers/outlets/:outletId/put-off'({ caller, params: { outletId }, body }) {
      const outlet = await outlets.find(caller.id, outletId);
      if (!outlet) return notFound();
      const now = clock.now();
      const [at, until] = [Date.parse(body.at), Date.parse(body.until)];
      const ends = outlet.menuHours && somethingEndsAt(outlet.menuHours, at, zoneOf(outlet));
      if (!ends)
        return impossible('at', 'Nothing of the menu ends at that time; its hours may have been changed.');
      if (until <= now.getTime() || until <= at || until > at + LATEST_MS || at > now.getTime() + AHEAD_MS)
        return impossible(
          'until',
          'Last orders can be put off by up to six hours, to a time that is to come.',
        );
      const instants = { at: new Date(at).toISOString(), until: new Date(until).toISOString() };
      await repository.putOff(outletId, instants, now);
      live.tradingSessionChanged(outletId);
      return (await outlets.find(caller.id, outletId)) ?? notFound();
    },
  };
}

function impossible(field: 'at' | 'until', message: string) {
  return refuse(422, 'PUT_OFF_NOT_POSSIBLE', message, { fields: { [field]: message } });
}
