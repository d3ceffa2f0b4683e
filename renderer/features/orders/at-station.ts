import { createContext, useContext, useMemo } from 'react';
import { shallowEqual } from 'react-redux';
import type { Order, OrderItem } from '#shared/api/orders.ts';
import { boardColumn, type BoardColumn } from '#shared/orders/reading.ts';
import { handedOver, isMadeHere, shareOf, withLines, type Handed } from '#shared/orders/stations.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { useAppSelector } from '../../state/hooks.ts';
import { boardOf, type Board } from '../../state/board-of.ts';
import { selectFeeds } from '../../state/orders-slice.ts';
import { isMadeAt, noStations, selectAtStation, type AtStation } from '../../state/stations-here.ts';

/** What this screen shows of each outlet on the board, by outlet. */
export type AtStations = ReadonlyMap<string, AtStation>;
export const AtStationsContext = createContext<AtStations>(new Map());

export const useAtStation = (outletId: string): AtStation =>
  stationAt(useContext(AtStationsContext), { outletId });

const stationAt = (at: AtStations, { outletId }: Pick<Order, 'outletId'>): AtStation =>
  at.get(outletId) ?? noStations;

/** Whether one station of an outlet is shown, and not all of each. */
export const showsOne = (at: AtStations): boolean => [...at.values()].some(({ station }) => station !== null);

/** @param shown the outlet on the board; null for all that are watched */
export function useAtStations(shown: string | null): AtStations {
  const byOutlet = useAppSelector(
    (state) =>
      Object.fromEntries(
        (shown === null ? selectFeeds(state).map(({ outletId }) => outletId) : [shown]).map((outletId) => [
          outletId,
          selectAtStation(state, outletId),
        ]),
      ),
    shallowEqual,
  );
  return useMemo(() => new Map(Object.entries(byOutlet)), [byOutlet]);
}

/** A line as it is shown here; `handed` if its own station does not make it now. */
export type ShownLine = { line: OrderItem; handed: Handed | null };
/** An order as it is shown here: its lines of this station, or all of them. */
export type Here = { order: Order; here: ShownLine[] };

export const hereOf = (order: Order, at: AtStations): Here => shownAt(order, stationAt(at, order));

function shownAt(order: Order, { station, stations, lapsed }: AtStation): Here {
  if (station === null) {
    const here = order.items.map((line) => ({ line, handed: handedOver(line, stations, lapsed) }));
    return { order, here };
  }
  const share = shareOf(order.items, station.id, stations, lapsed);
  return {
    here: share.here.map(({ line, insteadOf }) => ({
      line,
      handed: insteadOf && { from: insteadOf, to: [station] },
    })),
    order: withLines(
      order,
      share.here.map(({ line }) => line),
    ),
  };
}

export function useHere(order: Order): Here {
  const at = useAtStation(order.outletId);
  return useMemo(() => shownAt(order, at), [order, at]);
}

/** Those orders of which a line is made here; all of an outlet of which no station is shown. */
export function useOrdersHere(orders: readonly Order[], at: AtStations): readonly Order[] {
  return useMemo(
    () => (showsOne(at) ? orders.filter((order) => isMadeAt(order, stationAt(at, order))) : orders),
    [orders, at],
  );
}

/** The board of the stations that are shown, from their orders; null where none is. */
export function useStationBoard(
  orders: readonly Order[],
  at: AtStations,
  newestFirst: boolean,
): Board | null {
  return useMemo(
    () => (showsOne(at) ? boardOf(orders, newestFirst, (order) => columnAt(order, at)) : null),
    [orders, at, newestFirst],
  );
}

/** What is made here has left the work, however far the other stations are. */
function columnAt(order: Order, at: AtStations): BoardColumn | null {
  const own = stationAt(at, order);
  if (own.station === null || !statusGroups.inProgress.has(order.status)) return boardColumn(order);
  return isMadeHere(shownAt(order, own).order) ? 'ready-to-close' : 'in-progress';
}
