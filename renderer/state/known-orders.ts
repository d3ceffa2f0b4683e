import { freeze } from '@reduxjs/toolkit';
import type { OrderTimeline } from '#shared/api/live.ts';
import type { Order } from '#shared/api/orders.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { compareLive, isLive } from '#shared/orders/reading.ts';
import { withBooked } from './booked-money.ts';
import { nothingWatched, type Watch } from './outlet-feeds.ts';
import { withTimes } from './timeline.ts';

/** The orders of the watched outlets, as the live feed knows them. */
export type OrdersState = Watch & {
  /** By priority, then oldest first. */
  sorted: readonly Order[];
};

export const initialState: OrdersState = { ...nothingWatched, sorted: [] };

/** Each list's table, by the orders' ids. */
const tables = new WeakMap<readonly Order[], Map<string, Order>>();

function tableOf(orders: readonly Order[]): Map<string, Order> {
  const known = tables.get(orders);
  if (known) return known;
  const made = new Map(orders.map((order) => [order.id, order]));
  tables.set(orders, made);
  return made;
}

/** Orders by their ids. To be used at once: a list that follows takes the table over. */
export const byId: (orders: readonly Order[]) => ReadonlyMap<string, Order> = tableOf;

/**
 * The list that follows another one, with what differs. It takes over the table, because to make one anew for each order
 * takes longer than to show the order, and is frozen here, as its state is.
 */
function following(
  before: readonly Order[],
  next: readonly Order[],
  { changed = [], left = [] }: { changed?: Iterable<Order>; left?: Iterable<Order> },
): readonly Order[] {
  const table = tableOf(before);
  tables.delete(before);
  for (const { id } of left) table.delete(id);
  for (const order of changed) table.set(order.id, freeze(order, true));
  tables.set(next, table);
  return Object.freeze(next);
}

export const knownOrder = ({ sorted }: Pick<OrdersState, 'sorted'>, id: string): Order | undefined =>
  byId(sorted).get(id);

export const feedOf = <State extends Pick<OrdersState, 'outlets'>>(
  { outlets }: State,
  outletId: string,
): State['outlets'][number] | undefined => outlets.find((outlet) => outlet.outletId === outletId);

/** A copy of an order that is not newer than the known one changes nothing. */
function isNewer(order: Order, state: OrdersState): boolean {
  const known = knownOrder(state, order.id)?.version ?? state.gone[order.id];
  return known === undefined || order.version === 0 || order.version > known;
}

/** An order without a version that has changed since the list was requested: the list may be older. */
export function isOvertaken(
  { id, version }: Pick<Order, 'id' | 'version'>,
  state: OrdersState,
  outletId: string,
): boolean {
  return version === 0 && (state.lastChange[id] ?? 0) > (feedOf(state, outletId)?.changesWhenAsked ?? 0);
}

/** Of an order that is there twice, the last counts. */
export const sortedOnce = (orders: readonly Order[]): Order[] =>
  [...byId(orders).values()].toSorted(compareLive);

/** As if nothing were known of an outlet's orders, and none had ended. */
export const withoutOutlet = (state: OrdersState, outletId: string): OrdersState => ({
  ...state,
  sorted: state.sorted.filter((order) => order.outletId !== outletId),
  gone: {},
});

/** The order with its outlet's id; servers that know one outlet for each screen may leave it out. */
export const ofOutlet = (order: Order, outletId: string | null): Order =>
  order.outletId === '' && outletId !== null ? { ...order, outletId } : order;

/** What is known once a copy of an order has come: the newer one, with what no version counts of both. */
export function newestOf(order: Order, state: OrdersState): Order | undefined {
  const known = knownOrder(state, order.id);
  if (isNewer(order, state))
    return withTimes(order.version === 0 ? order : withBooked(order, known, 'order'), known);
  if (!known) return undefined;
  return withTimes(known.version === order.version ? withBooked(known, order, 'other') : known, order);
}

/**
 * What is known after these changes, one after the other. It makes the state by hand: a draft of a thousand orders takes
 * longer than to show the one that has come.
 */
export const withChanges = (state: OrdersState, changes: readonly Order[]): OrdersState =>
  changes.reduce(withChange, state);

/** With more times of orders that are known, none of which moves by them. */
export function withTimelines(state: OrdersState, timelines: readonly OrderTimeline[]): OrdersState {
  const changed = new Map<string, Order>();
  for (const { orderId, ...times } of timelines) {
    const known = changed.get(orderId) ?? knownOrder(state, orderId);
    const next = known && withTimes(known, times);
    if (next && next !== known) changed.set(orderId, next);
  }
  if (changed.size === 0) return state;
  const next = state.sorted.map((order) => changed.get(order.id) ?? order);
  return { ...state, sorted: following(state.sorted, next, { changed: changed.values() }) };
}

/** Cancelled and expired orders leave the live list; an older version changes nothing. */
function withChange(state: OrdersState, changed: Order): OrdersState {
  const order = ofOutlet(changed, state.outletId);
  if (!feedOf(state, order.outletId)) return state;
  const { id, version } = order;
  const known = knownOrder(state, id);
  const newest = newestOf(order, state);
  if (!isNewer(order, state)) return newest ? withOrder(state, newest) : state;
  const counted = version === 0 ? withCount(state, id) : state;
  if (!isLive(order)) return { ...withoutOrder(counted, known), gone: { ...counted.gone, [id]: version } };
  // Money of past sessions still moves (a late capture, a refund): only the list says which belong to this one.
  if (!newest || (statusGroups.settled.has(order.status) && !known)) return counted;
  const next = withOrder(counted, newest);
  if (!(id in next.gone)) return next;
  const { [id]: _ended, ...gone } = next.gone;
  return { ...next, gone };
}

const withCount = (state: OrdersState, id: string): OrdersState => {
  const changes = state.changes + 1;
  return { ...state, changes, lastChange: { ...state.lastChange, [id]: changes } };
};

function withOrder(state: OrdersState, order: Order): OrdersState {
  const known = knownOrder(state, order.id);
  if (known === order) return state;
  const next = [...state.sorted];
  if (known) next.splice(next.indexOf(known), 1);
  next.splice(placeIn(next, order), 0, order);
  return { ...state, sorted: following(state.sorted, next, { changed: [order] }) };
}

function withoutOrder(state: OrdersState, known: Order | undefined): OrdersState {
  if (!known) return state;
  const next = state.sorted.filter((order) => order !== known);
  return { ...state, sorted: following(state.sorted, next, { left: [known] }) };
}

/** How many orders stand before this one. */
function placeIn(sorted: readonly Order[], order: Order): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareLive(sorted[middle]!, order) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
