import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { defaultPreferences } from '#shared/host/preferences.ts';
import { oneOrderServer, type OneOrderServer } from '../../tests/support/stand-in/one-order-server.ts';
import { Client } from '../api/client.ts';
import { readOrder } from '../api/read-order.ts';
import { hastyLine } from '../../tests/support/stand-in/hasty-line.ts';
import { unansweredPresses } from './unanswered-presses.ts';
import { orderCommands } from './order-commands.ts';
import { feedOpened, listRead, orderChanged, ordersSlice, selectOrder } from '../state/orders-slice.ts';
import { pressingSlice, selectBusy, selectUndo } from '../state/pressing-slice.ts';

let server: OneOrderServer;
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

/** The key of each press, in order. */
const keys = () => server.requests.filter(({ call }) => call.startsWith('POST ')).map(({ key }) => key);

/** @param times how much faster time passes for its presses; the answers of a busy machine take as long as ever */
function till(times = 1) {
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
  };
}

describe('a press', () => {
  it('is busy at once, takes effect, and can be taken back', async () => {
    const { commands, shown, busy, undo } = till();
    const pressed = commands.primary(server.stored);
    expect(busy()).toEqual(['order']);
    await pressed;
    expect(busy()).toEqual([]);
    expect(shown()?.status).toBe('deliver_waiting');
    const offered = undo();
    expect(offered).not.toBeNull();
    if (offered) await commands.undo(offered);
    expect(shown()?.status).toBe('deliver_pending');
    expect(undo()).toBeNull();
  });

  it('again while the first is under way is nothing', async () => {
    const { commands, toasts } = till();
    await Promise.all([
      commands.primary(server.stored),
      commands.primary(server.stored),
      commands.primary(server.stored),
    ]);
    expect(keys()).toHaveLength(1);
    expect(toasts).toEqual([]);
  });

  it('whose answer was lost is sent again with its own key, and takes effect once (D10)', async () => {
    const { commands, shown, toasts, unanswered } = till(3);
    server.losing = 5;
    await commands.primary(server.stored);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()).toHaveLength(6);
    expect(unanswered.all()).toEqual([]);
    expect(shown()).toMatchObject({ status: 'deliver_waiting', version: 2 });
    expect(toasts).toEqual([]);
  });

  it('is not sent again to a server without versions, which may know no keys either (D2)', async () => {
    const { commands, toasts } = till();
    server.losing = 3;
    await commands.primary({ ...server.stored, version: 0 });
    expect(keys()).toHaveLength(1);
    expect(toasts[0]).toMatch(/^Order 12: The server cannot be reached/);
  });

  it('on an order that somebody else has changed shows the order as it stands, and says so (D9)', async () => {
    const { commands, shown, toasts, undo } = till();
    const seen = server.stored;
    server.stored = { ...server.stored, status: 'deliver_waiting', version: 2 };
    await commands.primary(seen);
    expect(shown()?.status).toBe('deliver_waiting');
    expect(toasts).toEqual(['Order 12: Somebody else has changed this order.']);
    expect(server.requests, 'the refusal brought the order along').toHaveLength(1);
    expect(undo()).toBeNull();
  });

  it('that is never answered fails loudly and keeps its key: the same press again does nothing twice (D49)', async () => {
    const { commands, shown, busy, toasts, unanswered, afterReload } = till(20);
    const seen = server.stored;
    server.losing = Infinity;
    const pressed = commands.primary(seen);
    expect(afterReload().all(), 'a reload while it is sent does not lose it').toMatchObject([
      { order: { id: 'order' }, press: { kind: 'accept' }, why: expect.stringContaining('loaded again') },
    ]);
    await pressed;
    expect(busy()).toEqual([]);
    expect(toasts[0]).toMatch(/^Order 12: The server cannot be reached/);
    expect(unanswered.all()).toMatchObject([{ why: expect.stringContaining('cannot be reached') }]);
    expect(afterReload().all()).toEqual(unanswered.all());
    const [lost] = afterReload().all();
    server.losing = 0;
    await commands.primary(seen);
    expect(new Set(keys()).size).toBe(1);
    expect(shown()).toMatchObject({ status: 'deliver_waiting', version: 2 });
    expect(unanswered.all()).toEqual([]);
    if (lost) await commands.tryAgain(lost);
    expect(new Set(keys()).size).toBe(2);
    expect(server.stored.version).toBe(2);
  });

  it('that took effect without an answer does not swallow the next of its kind', async () => {
    const { commands, shown, hears } = till(20);
    server.stored = { ...server.stored, status: 'deliver_waiting' };
    server.losing = Infinity;
    await commands.primary(server.stored);
    const started = server.stored;
    expect(started).toMatchObject({ status: 'deliver_working', version: 2 });
    server.losing = 0;
    hears(started);
    await commands.primary(started);
    expect(shown()).toMatchObject({ status: 'deliver_enroute', version: 3 });
    expect(new Set(keys()).size).toBe(2);
  });

  it('that lost a race says who won, and another press is another key (D49)', async () => {
    const { commands, toasts } = till();
    const seen = server.stored;
    const at = '2026-11-22T06:34:00Z';
    const actions = [{ action: 'accept' as const, version: 2, screenName: 'Bar till', at }];
    server.stored = { ...server.stored, status: 'deliver_waiting', version: 2, actions };
    await commands.primary(seen);
    await commands.cancel(seen, '');
    expect(toasts).toEqual(Array(2).fill('Order 12: Already accepted on Bar till at 12:04.'));
    expect(new Set(keys()).size).toBe(2);
  });

  it('that changes nothing offers nothing to take back', async () => {
    const { commands, undo } = till();
    server.stored = { ...server.stored, status: 'deliver_waiting' };
    await commands.moveItems(server.stored, ['a'], 'waiting');
    expect(undo()).toBeNull();
  });
});

it.each([
  ['to its lines', 'deliver_working', 'ready'],
  ['to New, with what its guest was promised', 'deliver_waiting', 'waiting'],
] as const)('a move back %s can be taken back', async (_to, status, of) => {
  const { commands, shown, undo } = till();
  const readyBy = new Date(Date.now() + 600_000).toISOString();
  server.stored = {
    ...server.stored,
    status,
    itemStatus: [
      { id: 'a', status: of },
      { id: 'b', status: 'waiting' },
    ],
    promises: [{ readyBy, at: readyBy, by: 'screen', screenName: null }],
  };
  const before = server.stored;
  await commands.moveBack(before);
  expect(shown()?.itemStatus[0]?.status).not.toBe('ready');
  const offered = undo();
  expect(offered).not.toBeNull();
  if (offered) await commands.undo(offered);
  expect(shown()).toMatchObject({ status, itemStatus: before.itemStatus });
  const accepted = server.requests.filter(({ call }) => call.includes('/accept/'));
  expect(accepted.map(({ body }) => body)).toEqual(status === 'deliver_waiting' ? [{ readyBy }] : []);
});

it('undo puts each item back to where it was, whatever they were', async () => {
  const { commands, shown, undo } = till();
  server.stored = {
    ...server.stored,
    status: 'deliver_working',
    itemStatus: [
      { id: 'a', status: 'waiting' },
      { id: 'b', status: 'working' },
    ],
  };
  const before = server.stored;
  await commands.moveItems(server.stored, ['a', 'b'], 'ready');
  expect(shown()?.status).toBe('deliver_enroute');
  const offered = undo();
  if (offered) await commands.undo(offered);
  expect(shown()).toMatchObject({ status: before.status, itemStatus: before.itemStatus });
});

it('a cancel that is answered with nothing takes the order off the board all the same (D2)', async () => {
  const { commands, shown, toasts } = till();
  server.replies = false;
  expect(await commands.cancel(server.stored, ' changed their mind ')).toBe(true);
  expect(shown()).toBeUndefined();
  expect(toasts).toEqual(['Order 12 is cancelled.']);
  await vi.waitFor(() => expect(server.requests.at(-1)?.call).toMatch(/^GET /));
});
