import type { Order, OrderItem } from '../api/orders.ts';
import type { Station } from '../api/stations.ts';
import { fallbacksFrom } from '../base/fallbacks.ts';
import { statusGroups, type ItemStatus } from '../base/order-statuses.ts';
import { applyCommand, statusByItems } from './machine.ts';
import { nextSteps, type NextStep } from './next-steps.ts';

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

/** The stations that make a line of an order. */
export const stationsOfLines = (
  lines: readonly Pick<Line, 'categoryId'>[],
  stations: readonly Station[],
): Station[] =>
  stations.filter((station) => lines.some((line) => stationsOf(line, stations).includes(station)));

/** Those of them whose lines a screen has that shows one station, or all (null). */
export function shownStations(
  lines: readonly Line[],
  stationId: string | null,
  stations: readonly Station[],
  lapsed: ReadonlySet<string>,
): Station[] {
  const all = stationsOfLines(lines, stations);
  if (stationId === null) return all;
  const { here } = shareOf(lines, stationId, stations, lapsed);
  return all.filter(({ id }) => here.some(({ insteadOf }) => (insteadOf?.id ?? stationId) === id));
}

/** A line that another station makes now, since its own has lapsed; `to` has every one that it is handed to. */
export type Handed = { from: Station; to: Station[] };

/** Null for a line that its own station makes, and where none can take it. */
export function handedOver(
  line: Pick<Line, 'categoryId'>,
  stations: readonly Station[],
  lapsed: ReadonlySet<string>,
): Handed | null {
  const [from, ...others] = stationsOf(line, stations);
  if (!from || others.length > 0 || !lapsed.has(from.id)) return null;
  const to = standInsFor(from, stations, lapsed).filter(({ id }) => !lapsed.has(id));
  return to.length > 0 ? { from, to } : null;
}

/** A line at a station; `insteadOf` names the station that cannot make it now. */
export type StationLine<L extends Line> = { line: L; insteadOf: Station | null };

/** The lines that a station makes, those of others that it stands in for, and those that are made elsewhere alone. */
export type StationShare<L extends Line> = {
  here: StationLine<L>[];
  elsewhere: { line: L; at: Station[] }[];
};

/**
 * How an order's lines are shared out, as one station sees it. Its own lines stay with it while others stand in: its
 * screen may work though its printer does not.
 */
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
    if (isOwn || mine.length > 0)
      share.here.push({ line, insteadOf: isOwn ? null : (mine[0]?.station ?? null) });
    else share.elsewhere.push({ line, at: [...new Set(carried.flatMap(({ by }) => by))] });
  }
  return share;
}

/**
 * An order as a station sees it: these of its lines alone, with the status that they have come to. Its money stays
 * that of the whole; the same order if these are all of its lines.
 */
export function withLines(order: Order, lines: readonly Pick<Line, 'id'>[]): Order {
  const ids = new Set(lines.map(({ id }) => id));
  if (order.items.every(({ id }) => ids.has(id))) return order;
  const itemStatus = order.itemStatus.filter(({ id }) => ids.has(id));
  const underWay = statusGroups.inProgress.has(order.status) && itemStatus.length > 0;
  return {
    ...order,
    items: order.items.filter(({ id }) => ids.has(id)),
    itemStatus,
    status: underWay ? statusByItems(itemStatus) : order.status,
  };
}

/** Whether a station has made all of its lines of an order that is under way; the order is ready once all have. */
export const isMadeHere = ({ status, itemStatus }: Pick<Order, 'status' | 'itemStatus'>): boolean =>
  statusGroups.inProgress.has(status) && statusByItems(itemStatus) === 'deliver_enroute';

/**
 * The primary step that a station's screen offers of an order: its own lines until it has made them; then that of the
 * whole order, once every other station has made theirs.
 */
export function stepAt(order: Order, here: Order): NextStep | null {
  const seen =
    here !== order && statusGroups.inProgress.has(order.status) && !isMadeHere(here) ? here : order;
  if (seen === order && here !== order && statusGroups.inProgress.has(order.status) && !isMadeHere(order))
    return null;
  const [step] = nextSteps(seen);
  return step?.emphasis === 'primary' ? step : null;
}

/** The lines that a step forward moves at a station, and where to. */
export function movedAt(here: Order): { items: string[]; status: ItemStatus } | null {
  const moved = applyCommand(here, { kind: 'progress' });
  if (moved.kind !== 'moved') return null;
  const items = moved.next.itemStatus.filter(
    ({ id, status }) => here.itemStatus.find((before) => before.id === id)?.status !== status,
  );
  const [first] = items;
  return first ? { items: items.map(({ id }) => id), status: first.status } : null;
}

/** How many of an order's lines a station has made, of those that are its own alone. */
export type StationProgress = { station: Station; made: number; of: number };

/** The stations that list a line of the order, each with how far it is; lines that no station lists count for none. */
export function progressOf(
  { items, itemStatus }: Pick<Order, 'items' | 'itemStatus'>,
  stations: readonly Station[],
): StationProgress[] {
  return stations.flatMap((station) => {
    const own = items.filter(
      ({ categoryId }) => categoryId !== undefined && station.categories.includes(categoryId),
    );
    const made = own.filter(({ id }) =>
      itemStatus.some((line) => line.id === id && (line.status === 'ready' || line.status === 'complete')),
    );
    return own.length > 0 ? [{ station, made: made.length, of: own.length }] : [];
  });
}
