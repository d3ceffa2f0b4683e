import { configureStore } from '@reduxjs/toolkit';
import { expect, vi } from 'vitest';
import { isLive } from '#shared/orders/reading.ts';
import { uncountedOf } from '#shared/orders/uncounted.ts';
import { readOrder } from '../../../renderer/api/read-order.ts';
import type { UnreadableOrder } from '../../../renderer/api/read-orders.ts';
import type { LiveFeed } from '../../../renderer/state/feed.ts';
import { startLiveFeed } from '../../../renderer/live/live-feed.ts';
import {
  clockCorrected,
  connectionChanged,
  feedOpened,
  listRead,
  orderChanged,
  ordersSlice,
  selectLive,
  selectOrders,
  timelinesRead,
  unreadableRead,
} from '../../../renderer/state/orders-slice.ts';
import { Shop } from './losing-shop.ts';

/** The shop and the feed of the current test. */
export let shop: Shop;
export let feed: LiveFeed | null = null;

export async function closeShop(): Promise<void> {
  feed?.stop();
  await shop.stop();
}

export async function watch(
  options: {
    outletIds?: string[];
    delayList?: (signal: AbortSignal) => Promise<void>;
    delayVersions?: (signal: AbortSignal) => Promise<void>;
    token?: () => string | null;
    refresh?: (stale: string) => Promise<string | null>;
    recheckMs?: number;
    acknowledgeMs?: number;
    patienceMs?: number;
    heartbeatMs?: number;
    answerWithinMs?: number;
    retryMs?: number;
    origin?: string;
  } = {},
) {
  const store = configureStore({ reducer: { orders: ordersSlice.reducer } });
  const state = () => selectLive(store.getState());
  const outletIds = options.outletIds ?? ['outlet'];
  const known = { outletName: 'The Old Ferry', trading: true };
  store.dispatch(feedOpened(outletIds.map((outletId) => ({ ...known, outletId }))));
  let [sessions, unattendedChanges, portionsChanges] = [0, 0, 0];
  /** How many lists were taken as they were. */
  let replaced = 0;
  feed = startLiveFeed({
    origin: options.origin ?? `http://127.0.0.1:${shop.port}`,
    outletIds,
    accessToken: options.token ?? (() => 'token'),
    refresh: options.refresh ?? (async () => null),
    screen: () => ({ screenId: 'screen-1', screenName: 'Bar till', silent: null }),
    mayBeThrottled: false,
    async fetchOrders(outletId, signal) {
      shop.lists += 1;
      const list = [...shop.orders.values()].filter((order) => order.outletId === outletId);
      await options.delayList?.(signal);
      return list;
    },
    async fetchVersions(outletId, signal) {
      shop.checks += 1;
      const listed = [...shop.orders.values()].filter(
        (order) => order.outletId === outletId && isLive(order),
      );
      await options.delayVersions?.(signal);
      return listed.map((order) => ({ ...order, uncounted: uncountedOf(order) }));
    },
    async fetchOrder(id) {
      shop.reads += 1;
      const found = shop.orders.get(id);
      if (!found) throw new Error('not there');
      return found;
    },
    readOrder,
    known: state,
    arriveWithinMs: 50,
    on: {
      connection: (connection) => store.dispatch(connectionChanged(connection)),
      list(outletId, orders, asItIs) {
        replaced += Number(asItIs);
        store.dispatch(listRead(outletId, orders, asItIs));
      },
      listFailed: () => undefined,
      orders: (changed) => store.dispatch(orderChanged(changed)),
      session: () => (sessions += 1),
      several: () => undefined,
      timelines: (timelines) => store.dispatch(timelinesRead(timelines)),
      unattended: () => (unattendedChanges += 1),
      portions: () => (portionsChanges += 1),
      books: () => undefined,
      clock: (aheadMs) => store.dispatch(clockCorrected(aheadMs)),
    },
    recheckMs: options.recheckMs ?? 60_000,
    acknowledgeMs: options.acknowledgeMs ?? 200,
    // With a server that answers, no test continues without its answer.
    patienceMs: options.patienceMs ?? (shop.acknowledges ? 10_000 : 100),
    pulseMs: 20,
    ...(options.heartbeatMs && { heartbeatMs: options.heartbeatMs }),
    ...(options.answerWithinMs && { answerWithinMs: options.answerWithinMs }),
    retryMs: options.retryMs ?? 20,
  });
  const shown = () =>
    Object.fromEntries(selectOrders(store.getState()).map(({ id, version }) => [id, version]));
  const truth = () =>
    Object.fromEntries(
      [...shop.orders.values()]
        .filter(({ status }) => status !== 'deliver_aborted')
        .map(({ id, version }) => [id, version]),
    );
  const equal = () => vi.waitFor(() => expect(shown()).toEqual(truth()));
  await vi.waitFor(() => expect(state().loaded).toBe(true));
  return {
    state,
    shown,
    equal,
    sessions: () => sessions,
    unattendedChanges: () => unattendedChanges,
    portionsChanges: () => portionsChanges,
    /** As if these were on the list, and could not be read here. */
    hide: (unreadable: UnreadableOrder[]) =>
      store.dispatch(unreadableRead({ outletId: 'outlet', unreadable })),
    replaced: () => replaced,
  };
}

export async function open() {
  shop = new Shop();
  await shop.start();
}
