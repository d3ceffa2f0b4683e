import type { Order } from '../api/orders.ts';
import { hourStart } from '../base/local-time.ts';
import type { Station } from '../api/stations.ts';
import { isPromiseKept } from './promises.ts';
import { cameAt } from './reading.ts';
import { quantile } from './quantile.ts';

type TimedOrder = Pick<Order, 'createdAt' | 'cameAt' | 'acceptedAt' | 'readyAt' | 'promises'>;
type MadeOrder = TimedOrder & Pick<Order, 'items' | 'itemStatus'>;

/** In ms: half of the orders took no longer, and nine in ten. */
export type Spread = { half: number; nineInTen: number };

export type ReadyRecord = {
  /** From coming to the outlet to being accepted, and from there to being ready; null if no order was. */
  accept: Spread | null;
  ready: Spread | null;
  /**
   * Orders with a promise that were ready; of these, those that were ready by the promise that was made first, and by
   * the one that was made last.
   */
  promised: number;
  firstKept: number;
  lastKept: number;
};

/** How quickly orders were accepted and ready, and which promises were kept. */
export function readyRecord(orders: readonly TimedOrder[]): ReadyRecord {
  const accepted = orders.flatMap((order) =>
    order.acceptedAt ? [Date.parse(order.acceptedAt) - Date.parse(cameAt(order))] : [],
  );
  const made = orders.flatMap(({ acceptedAt, readyAt }) =>
    acceptedAt && readyAt ? [Date.parse(readyAt) - Date.parse(acceptedAt)] : [],
  );
  const promised = orders.filter(({ promises = [], readyAt }) => promises.length > 0 && readyAt);
  const kept = (which: 0 | -1) =>
    promised.filter(({ promises, readyAt = '' }) =>
      isPromiseKept(Date.parse(promises?.at(which)?.readyBy ?? ''), Date.parse(readyAt)),
    ).length;
  return {
    accept: spreadOf(accepted),
    ready: spreadOf(made),
    promised: promised.length,
    firstKept: kept(0),
    lastKept: kept(-1),
  };
}

/**
 * The same for each station that lists a line of an order: there an order is ready once those lines are. What no
 * station lists counts for none.
 */
export function readyRecordByStation(
  orders: readonly MadeOrder[],
  stations: readonly Station[],
): { station: Station; orders: number; record: ReadyRecord }[] {
  return stations.flatMap((station) => {
    const own = orders.flatMap((order) => orderAt(order, station) ?? []);
    return own.length === 0 ? [] : [{ station, orders: own.length, record: readyRecord(own) }];
  });
}

/** When a station had made its lines of an order; undefined until then, and if it lists none of them. */
export const readyAtStation = (order: MadeOrder, station: Station): string | undefined =>
  orderAt(order, station)?.readyAt;

/** An order as far as a station makes it; null if it makes nothing of it. */
function orderAt(order: MadeOrder, { categories }: Station): TimedOrder | null {
  const { createdAt, acceptedAt, promises = [], items, itemStatus } = order;
  const own = items.filter(({ categoryId }) => categoryId !== undefined && categories.includes(categoryId));
  if (own.length === 0) return null;
  const made = own.flatMap(({ id }) => itemStatus.find((line) => line.id === id)?.readyAt ?? []);
  const last = made.reduce((latest, time) => (time > latest ? time : latest), '');
  // Of an order that is the station's alone it is known in any case.
  const readyAt = own.length === items.length ? order.readyAt : made.length === own.length && last;
  return { createdAt, cameAt: cameAt(order), acceptedAt, promises, ...(readyAt && { readyAt }) };
}

/** The same for each hour of the outlet's clocks in which orders were placed, earliest first. */
export function readyRecordByHour(
  orders: readonly TimedOrder[],
  zone: string,
): { startsAt: Date; orders: number; record: ReadyRecord }[] {
  const starts = orders.map(({ createdAt }) => hourStart(createdAt, zone));
  const hours = [...new Set(starts)].filter((start) => !Number.isNaN(start));
  return hours
    .toSorted((one, other) => one - other)
    .map((start) => {
      const placed = orders.filter((_order, at) => starts[at] === start);
      return { startsAt: new Date(start), orders: placed.length, record: readyRecord(placed) };
    });
}

function spreadOf(times: number[]): Spread | null {
  return times.length === 0 ? null : { half: quantile(times, 0.5), nineInTen: quantile(times, 0.9) };
}
