import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import type { Order } from '#shared/api/orders.ts';
import type { Station } from '#shared/api/stations.ts';
import type { Lapse } from '#shared/base/lapses.ts';
import type { StationStage } from '#shared/base/station-stages.ts';
import { shareOf, shownStations, stationsOfLines } from '#shared/orders/stations.ts';
import { selectFeeds, selectPending } from './orders-slice.ts';
import { outletQuery } from './queries.ts';
import type { RootState } from './store.ts';
import { isKnownAt } from './timeline.ts';
import { selectView } from './view-slice.ts';

/** An outlet's stations, the one that this screen shows (null for all), and those that hand their lines over. */
export type AtStation = {
  stations: readonly Station[];
  station: Station | null;
  lapsed: ReadonlySet<string>;
};

const none: ReadonlySet<string> = new Set();
export const noStations: AtStation = { stations: [], station: null, lapsed: none };

/** @param chosen the station that was chosen on this screen; all are shown if it is gone */
function atStation(
  stations: readonly Station[] | undefined,
  chosen: string | undefined,
  lapses: readonly Pick<Lapse, 'stationId'>[],
): AtStation {
  if (!stations?.length) return noStations;
  return {
    stations,
    station: stations.find(({ id }) => id === chosen) ?? null,
    lapsed: lapses.length === 0 ? none : new Set(lapses.map(({ stationId }) => stationId)),
  };
}

const noLapses: readonly Lapse[] = [];
/** The same object while nothing of it changes. */
const sameAtStation = weakMapMemoize(atStation);

/** What this screen shows of an outlet that it watches. */
export function selectAtStation(state: RootState, outletId: string): AtStation {
  const { data: outlet } = outletQuery(outletId)(state);
  const feed = selectFeeds(state).find((one) => one.outletId === outletId);
  const chosen = selectView(state).stations?.[outletId];
  return sameAtStation(outlet?.stations?.list, chosen, feed?.lapses ?? noLapses);
}

const asOne = weakMapMemoize((...each: AtStation[]) => each);
/** What this screen shows of every outlet that it watches; the same while nothing of it changes. */
export const selectAllAtStations = (state: RootState): AtStation[] =>
  asOne(...selectFeeds(state).map(({ outletId }) => selectAtStation(state, outletId)));

/** The stations that make a line of an order; none where there are none. */
export const stationsAt = (
  state: RootState,
  { outletId, items }: Pick<Order, 'outletId' | 'items'>,
): Station[] => stationsOfLines(items, selectAtStation(state, outletId).stations);

/** The stations whose lines of an order this screen shows, of which nobody has reported a stage yet. */
export function untoldHere(state: RootState, order: Order, stage: StationStage): string[] {
  const { stations, station, lapsed } = selectAtStation(state, order.outletId);
  return shownStations(order.items, station?.id ?? null, stations, lapsed)
    .map(({ id }) => id)
    .filter((stationId) => !isKnownAt(order, { stationId, stage }));
}

/** Whether a line of an order is made at the station that is shown, or handed over to it. */
export const isMadeAt = (order: Pick<Order, 'items'>, { station, stations, lapsed }: AtStation): boolean =>
  station === null || shareOf(order.items, station.id, stations, lapsed).here.length > 0;

type Chosen = {
  outletId: string;
  stations: readonly Station[];
  chosen: string;
  lapses: readonly Lapse[];
};

/** The watched outlets of which this screen shows one station, as text: the same while nothing of it changes. */
function selectChosen(state: RootState): string {
  const { stations: chosen = {} } = selectView(state);
  const found = selectFeeds(state).flatMap(({ outletId, lapses }): Chosen[] => {
    const own = chosen[outletId];
    if (own === undefined) return [];
    const { data } = outletQuery(outletId)(state);
    return [{ outletId, stations: data?.stations?.list ?? [], chosen: own, lapses }];
  });
  return found.length === 0 ? '' : JSON.stringify(found);
}

/** What waits for an answer and has a line at the station that this screen shows, if it shows one. */
export const selectPendingHere = createSelector([selectPending, selectChosen], (pending, json) => {
  if (json === '') return pending;
  const at = new Map(
    (JSON.parse(json) as Chosen[]).map(({ outletId, stations, chosen, lapses }) => [
      outletId,
      atStation(stations, chosen, lapses),
    ]),
  );
  return pending.filter((order) => isMadeAt(order, at.get(order.outletId) ?? noStations));
});
