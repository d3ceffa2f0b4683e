import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { defaultPreferences } from '#shared/host/preferences.ts';
import { Client } from '../../../renderer/api/client.ts';
import { readOrder } from '../../../renderer/api/read-order.ts';
import { orderCommands } from '../../../renderer/orders/order-commands.ts';
import { unansweredPresses } from '../../../renderer/orders/unanswered-presses.ts';
import {
  feedOpened,
  listRead,
  orderChanged,
  ordersSlice,
  selectOrder,
} from '../../../renderer/state/orders-slice.ts';
import { pressingSlice, selectBusy, selectUndo } from '../../../renderer/state/pressing-slice.ts';
import { hastyLine } from '../stand-in/hasty-line.ts';
import { oneOrderServer, type OneOrderServer } from '../stand-in/one-order-server.ts';

/** Each test's own server, with one order that waits. */
export let server: OneOrderServer;

/** Opens it before each test. */
export function setUpOneOrder(): void {
  beforeEach(async () => {
    server = await oneOrderServer(
      readOrder({
        id: 'order',
        outletId: 'outlet',
        orderNumber: 12,
        status: 'deliver_pending',
        version: 1,
        items: [
          { id: 'a', name: 'Pie' },
          { id: 'b', name: 'Ale' },
        ],
      }),
    );
  });
  afterEach(() => server.close());
}

/** The key of each press, in order. */
export const keys = () =>
  server.requests.filter(({ call }) => call.startsWith('POST ')).map(({ key }) => key);

/** @param times how much faster time passes for its presses; the answers of a busy machine take as long as ever */
export function till(times = 1) {
  const store = configureStore({ reducer: { orders: ordersSlice.reducer, pressing: pressingSlice.reducer } });
  store.dispatch(feedOpened([{ outletId: 'outlet', outletName: 'The Old Ferry', trading: true }]));
  store.dispatch(listRead('outlet', [server.stored]));
  const toasts: string[] = [];
  const kept = new Map<string, string>();
  const storage = {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
  };
  const unanswered = unansweredPresses(storage);
  const client = new Client(
    {
      apiBase: () => server.apiBase,
      refreshSession: async () => ({ kind: 'signed-out' }),
      preferences: () => defaultPreferences,
      usualScreenName: () => 'Till on BAR-PC',
    },
    () => undefined,
  );
  const commands = orderCommands({
    client,
    dispatch: store.dispatch,
    isBusy: (id) => selectBusy(store.getState()).includes(id),
    seen: () => undefined,
    toast: (_status, message) => toasts.push(message),
    accountId: () => 'account',
    zone: (outletId) => (outletId === 'outlet' ? 'Asia/Kolkata' : 'UTC'),
    line: hastyLine(times),
    orders: store,
    unanswered,
  });
  return {
    commands,
    toasts,
    unanswered,
    /** What the page finds after it was loaded again. */
    afterReload: () => unansweredPresses(storage),
    shown: () => selectOrder(store.getState(), 'order'),
    busy: () => selectBusy(store.getState()),
    undo: () => selectUndo(store.getState()),
    hears: (order: Order) => store.dispatch(orderChanged(order)),
    lists: (order: Order) => store.dispatch(listRead('outlet', [order])),
  };
}
