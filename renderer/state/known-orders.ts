import { createEntityAdapter } from '@reduxjs/toolkit';
import type { Order } from '#shared/api/orders.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { isLive } from '#shared/orders/reading.ts';
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

/** The order with its outlet's id; servers that know one outlet for each screen may leave it out. */
export const ofOutlet = (order: Order, outletId: string | null): Order =>
  order.outletId === '' && outletId !== null ? { ...order, outletId } : order;

/** Cancelled and expired orders leave the live list; an older version changes nothing. */
export function takeOrder(state: OrdersState, changed: Order): void {
  const order = ofOutlet(changed, state.outletId);
  if (!feedOf(state, order.outletId)) return;
  const known = state.entities[order.id];
  if (!isNewer(order, state)) {
    if (known) state.entities[order.id] = withTimes(known, order);
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
  orders.setOne(state, withTimes(order, known));
  delete state.gone[order.id];
}
