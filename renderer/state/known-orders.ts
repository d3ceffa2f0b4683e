import { createEntityAdapter } from '@reduxjs/toolkit';
import type { Order } from '#shared/api/orders.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { isLive } from '#shared/orders/reading.ts';
import { withBooked } from './booked-money.ts';
import { nothingWatched } from './outlet-feeds.ts';
import { withTimes } from './timeline.ts';

export const orders = createEntityAdapter<Order>();

/** The orders of the watched outlets, as the live feed knows them. */
export const initialState = orders.getInitialState(nothingWatched);
export type OrdersState = typeof initialState;

export const feedOf = (state: OrdersState, outletId: string) =>
  state.outlets.find((outlet) => outlet.outletId === outletId);

/** A copy of an order that is not newer than the known one changes nothing. */
export function isNewer(order: Order, state: OrdersState): boolean {
  const known = state.entities[order.id]?.version ?? state.gone[order.id];
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

/** As if nothing were known of an outlet's orders, and none had ended. */
export const withoutOutlet = (state: OrdersState, outletId: string): OrdersState => ({
  ...orders.setAll(
    state,
    Object.values(state.entities).filter((order) => order.outletId !== outletId),
  ),
  gone: {},
});

/** The order with its outlet's id; servers that know one outlet for each screen may leave it out. */
export const ofOutlet = (order: Order, outletId: string | null): Order =>
  order.outletId === '' && outletId !== null ? { ...order, outletId } : order;

/** What is known once a copy of an order has come: the newer one, with what no version counts of both. */
export function newestOf(order: Order, state: OrdersState): Order | undefined {
  const known = state.entities[order.id];
  if (isNewer(order, state))
    return withTimes(order.version === 0 ? order : withBooked(order, known, 'order'), known);
  if (!known) return undefined;
  return withTimes(known.version === order.version ? withBooked(known, order, 'other') : known, order);
}

/** Cancelled and expired orders leave the live list; an older version changes nothing. */
export function takeOrder(state: OrdersState, changed: Order): void {
  const order = ofOutlet(changed, state.outletId);
  if (!feedOf(state, order.outletId)) return;
  const known = state.entities[order.id];
  const newest = newestOf(order, state);
  if (!isNewer(order, state)) {
    if (newest) state.entities[order.id] = newest;
    return;
  }
  if (order.version === 0) {
    state.changes += 1;
    state.lastChange[order.id] = state.changes;
  }
  if (!isLive(order)) {
    orders.removeOne(state, order.id);
    state.gone[order.id] = order.version;
    return;
  }
  // Money of past sessions still moves (a late capture, a refund): only the list says which belong to this one.
  if (statusGroups.settled.has(order.status) && !known) return;
  if (newest) orders.setOne(state, newest);
  // To delete nothing would copy all of them.
  if (order.id in state.gone) delete state.gone[order.id];
}
