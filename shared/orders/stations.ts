import type { Order, OrderItem } from '../api/orders.ts';
import type { Station } from '../api/stations.ts';
import { fallbacksFrom } from '../base/fallbacks.ts';

type Line = Pick<OrderItem, 'id' | 'categoryId'>;

/** The stations that make a line: those that list its category. What none lists is made at every one. */
export function stationsOf(
  { categoryId }: Pick<Line, 'categoryId'>,
  stations: readonly Station[],
): Station[] {
  const listing = stations.filter(
    ({ categories }) => categoryId !== undefined && categories.includes(categoryId),
  );
  return listing.length > 0 ? listing : [...stations];
}

/**
 * The stations at which the lines of one are seen now: its own while it can; otherwise the first along its fallbacks
 * that can, or else every one that can. If none can, all of them, so that whichever comes back shows them.
 */
export function standInsFor(
  station: Station,
  stations: readonly Station[],
  lapsed: ReadonlySet<string>,
): Station[] {
  const first = fallbacksFrom(stations, station.id).find(({ id }) => !lapsed.has(id));
  if (first) return [first];
  const able = stations.filter(({ id }) => !lapsed.has(id));
  return able.length > 0 ? able : [...stations];
}

/** A line at a station; `insteadOf` names the station that cannot make it now. */
export type StationLine<L extends Line> = { line: L; insteadOf: Station | null };

/** The lines that a station makes, those of others that it stands in for, and those that are made elsewhere alone. */
export type StationShare<L extends Line> = {
  here: StationLine<L>[];
  elsewhere: { line: L; at: Station[] }[];
};

/** How an order's lines are shared out, as one station sees it. */
export function shareOf<L extends Line>(
  lines: readonly L[],
  stationId: string,
  stations: readonly Station[],
  lapsed: ReadonlySet<string>,
): StationShare<L> {
  const share: StationShare<L> = { here: [], elsewhere: [] };
  for (const line of lines) {
    const own = stationsOf(line, stations);
    const carried = own.map((station) => ({ station, by: standInsFor(station, stations, lapsed) }));
    const mine = carried.filter(({ by }) => by.some(({ id }) => id === stationId));
    const isOwn = own.some(({ id }) => id === stationId);
    if (mine.length > 0) share.here.push({ line, insteadOf: isOwn ? null : (mine[0]?.station ?? null) });
    else share.elsewhere.push({ line, at: [...new Set(carried.flatMap(({ by }) => by))] });
  }
  return share;
}

/** An order with these of its lines alone; its money and its own status stay those of the whole. */
export function withLines(order: Order, lines: readonly Pick<Line, 'id'>[]): Order {
  const ids = new Set(lines.map(({ id }) => id));
  if (order.items.every(({ id }) => ids.has(id))) return order;
  return {
    ...order,
    items: order.items.filter(({ id }) => ids.has(id)),
    itemStatus: order.itemStatus.filter(({ id }) => ids.has(id)),
  };
}
