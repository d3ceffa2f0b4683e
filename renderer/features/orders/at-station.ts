import { createContext, useContext, useMemo } from 'react';
import type { Order, OrderItem } from '#shared/api/orders.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import type { Lapse } from '#shared/base/lapses.ts';
import { boardColumn, type BoardColumn } from '#shared/orders/reading.ts';
import { handedOver, isMadeHere, shareOf, withLines, type Handed } from '#shared/orders/stations.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { useAppSelector } from '../../state/hooks.ts';
import { boardOf, type Board } from '../../state/board-of.ts';
import { selectFeeds } from '../../state/orders-slice.ts';
import { atStation, noStations, type AtStation } from '../../state/stations-here.ts';
import { selectView } from '../../state/view-slice.ts';

export const AtStationContext = createContext(noStations);
export const useAtStation = (): AtStation => useContext(AtStationContext);

const noLapses: readonly Lapse[] = [];

/** What this screen shows of an outlet: the station that was chosen here, unless it is gone. */
export function useChosenStation(outlet: Outlet, together: boolean): AtStation {
  const chosen = useAppSelector((state) => selectView(state).stations?.[outlet.id]);
  const lapses = useAppSelector(
    (state) => selectFeeds(state).find(({ outletId }) => outletId === outlet.id)?.lapses ?? noLapses,
  );
  const stations = together ? undefined : outlet.stations?.list;
  return useMemo(() => atStation(stations, chosen, lapses), [stations, chosen, lapses]);
}

/** A line as it is shown here; `handed` if its own station does not make it now. */
export type ShownLine = { line: OrderItem; handed: Handed | null };
/** An order as it is shown here: its lines of this station, or all of them. */
export type Here = { order: Order; here: ShownLine[] };

export function hereOf(order: Order, { station, stations, lapsed }: AtStation): Here {
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
  const at = useAtStation();
  return useMemo(() => hereOf(order, at), [order, at]);
}

/** Those orders of which a line is made here; all where no station is shown. */
export function useOrdersHere(orders: Order[], at: AtStation): Order[] {
  return useMemo(
    () => (at.station === null ? orders : orders.filter((order) => hereOf(order, at).here.length > 0)),
    [orders, at],
  );
}

/** The board of a station, from its orders; null where none is shown. */
export function useStationBoard(orders: Order[], at: AtStation, newestFirst: boolean): Board | null {
  return useMemo(
    () =>
      at.station === null
        ? null
        : boardOf(orders, newestFirst, (order) => columnAt(order, hereOf(order, at).order)),
    [orders, at, newestFirst],
  );
}

/** What is made here has left the work, however far the other stations are. */
function columnAt(order: Order, here: Order): BoardColumn | null {
  if (!statusGroups.inProgress.has(order.status)) return boardColumn(order);
  return isMadeHere(here) ? 'ready-to-close' : 'in-progress';
}
