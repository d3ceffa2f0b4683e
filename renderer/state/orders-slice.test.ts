import { configureStore } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { readOrder } from '../api/read-order.ts';
import {
  feedOpened,
  lapsesRead,
  listAsked,
  listRead,
  orderChanged,
  ordersSlice,
  outletRead,
  selectBoard,
  selectFeeds,
  selectFigures,
  selectIsOvertaken,
  selectOrder,
  selectOrders,
  selectPending,
} from './orders-slice.ts';

function order(id: string, change: Record<string, unknown> = {}): Order {
  return readOrder({
    id,
    outletId: 'outlet',
    orderNumber: Number(id),
    status: 'deliver_pending',
    version: 1,
    createdAt: `2026-03-01T12:00:0${id}Z`,
    items: [{ id: 'line', name: 'Americano' }],
    itemStatus: [{ id: 'line', status: 'waiting' }],
    ...change,
  });
}

function watching(...orders: Order[]) {
  const store = configureStore({ reducer: { orders: ordersSlice.reducer } });
  store.dispatch(feedOpened([{ outletId: 'outlet', outletName: 'The Old Ferry', trading: true }]));
  store.dispatch(listRead('outlet', orders));
  return {
    change: (changed: Order) => store.dispatch(orderChanged(changed)),
    list: (...listed: Order[]) => store.dispatch(listRead('outlet', listed)),
    ask: () => store.dispatch(listAsked('outlet')),
    isOvertaken: (...listed: Order[]) => selectIsOvertaken(store.getState(), 'outlet', listed),
    outletOf: (id: string) => selectOrder(store.getState(), id)?.outletId,
    board: (newestFirst = false) => selectBoard(store.getState(), null, newestFirst),
    pending: () => selectPending(store.getState()).map(({ id }) => id),
    figures: () => selectFigures(store.getState()),
    status: (id: string) => selectOrder(store.getState(), id)?.status,
  };
}

describe('only what is newer is taken (D32)', () => {
  it('an older or equal version changes nothing, whichever way it comes', () => {
    const { change, list, status } = watching(order('1', { version: 3, status: 'deliver_waiting' }));
    change(order('1', { version: 2 }));
    change(order('1', { version: 3 }));
    list(order('1', { version: 2 }));
    expect(status('1')).toBe('deliver_waiting');
  });

  it('an order without a version is always taken (D2)', () => {
    const { change, status } = watching(order('1', { version: undefined, status: 'deliver_waiting' }));
    change(order('1', { version: undefined }));
    expect(status('1')).toBe('deliver_pending');
  });

  it('an order that was cancelled does not come back, and ring, with what was said of it before (R5)', () => {
    const { change, list, pending } = watching(order('1', { version: 1 }));
    change(order('1', { version: 3, status: 'deliver_aborted' }));
    change(order('1', { version: 2 }));
    expect(pending()).toEqual([]);
    list(order('1', { version: 2 }));
    expect(pending()).toEqual([]);
  });

  it('what the list leaves out is gone; what it tells of later is there again', () => {
    const { list, status } = watching(order('1'), order('2'));
    list(order('2'));
    expect(status('1')).toBeUndefined();
    list(order('1'), order('2'));
    expect(status('1')).toBe('deliver_pending');
  });
});

describe('a list that was asked for before a change, of a server without versions (D2)', () => {
  const plain = (id: string, status = 'deliver_pending') => order(id, { version: undefined, status });

  it('takes back no press, and is known to be too old', () => {
    const { ask, change, list, status, isOvertaken } = watching(plain('1'), plain('2'));
    ask();
    change(plain('1', 'deliver_waiting'));
    expect(isOvertaken(plain('1'), plain('2'))).toBe(true);
    list(plain('1'), plain('2', 'deliver_working'));
    expect(status('1')).toBe('deliver_waiting');
    expect(status('2')).toBe('deliver_working');
  });

  it('brings nothing back that has left, and takes nothing away that has come', () => {
    const { ask, change, list, pending } = watching(plain('1'));
    ask();
    change(plain('1', 'deliver_aborted'));
    change(plain('2'));
    list(plain('1'));
    expect(pending()).toEqual(['2']);
  });

  it('the next one, asked for since, is the truth again', () => {
    const { ask, change, list, status, isOvertaken } = watching(plain('1'));
    change(plain('1', 'deliver_waiting'));
    ask();
    expect(isOvertaken(plain('1'))).toBe(false);
    list(plain('1'));
    expect(status('1')).toBe('deliver_pending');
  });
});

it('an order that names no outlet is one of the outlet that is watched (D2)', () => {
  const { change, outletOf } = watching(order('1', { outletId: undefined }));
  expect(outletOf('1')).toBe('outlet');
  change(order('2', { outletId: undefined }));
  expect(outletOf('2')).toBe('outlet');
});

describe('the board is the open session’s (D21)', () => {
  it('a late capture of a past session’s order puts no order on the board, and nothing in its figures', () => {
    const { change, status, figures } = watching(order('1'));
    change(order('9', { version: 7, status: 'complete', amount: 5000 }));
    expect(status('9')).toBeUndefined();
    expect(figures()).toMatchObject({ numberOfOrders: 1, orderTotals: 0 });
  });

  it('nor does an order of another outlet', () => {
    const { change, status } = watching();
    change(order('1', { outletId: 'elsewhere' }));
    expect(status('1')).toBeUndefined();
  });
});

describe('the columns (D29)', () => {
  const delivered = { itemStatus: [{ id: 'line', status: 'complete' }], status: 'deliver_enroute' };
  it('go by priority, then oldest first', () => {
    const { board } = watching(
      order('2'),
      order('1'),
      order('3', { status: 'deliver_waiting' }),
      order('4', { status: 'deliver_working', itemStatus: [{ id: 'line', status: 'working' }] }),
      order('5', delivered),
      order('6', { status: 'complete' }),
    );
    expect(board()).toEqual({
      new: ['1', '2'],
      'in-progress': ['4', '3'],
      'ready-to-close': ['5'],
      closed: ['6'],
      all: ['1', '2', '5', '4', '3', '6'],
    });
  });

  it('newest first leaves the priority as it is', () => {
    const working = { status: 'deliver_working', itemStatus: [{ id: 'line', status: 'working' }] };
    const { board } = watching(
      order('1'),
      order('2'),
      order('3', working),
      order('4', working),
      order('5', { status: 'deliver_waiting' }),
    );
    expect(board(true)).toMatchObject({ new: ['2', '1'], 'in-progress': ['4', '3', '5'] });
  });

  it('a change to one order leaves every other as the same object, so that one card renders', () => {
    const store = configureStore({ reducer: { orders: ordersSlice.reducer } });
    store.dispatch(feedOpened([{ outletId: 'outlet', outletName: 'The Old Ferry', trading: true }]));
    store.dispatch(listRead('outlet', [order('1'), order('2')]));
    const before = selectOrder(store.getState(), '2');
    store.dispatch(orderChanged(order('1', { version: 2, status: 'deliver_waiting' })));
    store.dispatch(listRead('outlet', [order('1', { version: 2, status: 'deliver_waiting' }), order('2')]));
    expect(selectOrder(store.getState(), '2')).toBe(before);
  });
});

it('the figures leave out what was refunded, and tell apart what was accepted and is not taken yet, and what never will be (D20)', () => {
  const { figures } = watching(
    order('1', { amount: 1000 }),
    order('2', { amount: 2000, status: 'complete', payment: { refunds: [{ id: 'r', amount: 500 }] } }),
    order('3', { amount: 400, status: 'deliver_success', payment: { captureError: 'No answer' } }),
    order('4', { amount: 50, status: 'deliver_success', payment: { captureError: 'Over', lost: true } }),
    order('5', { amount: 7, status: 'deliver_working' }),
    // Its money is in the ledger already, whatever its status still says.
    order('6', {
      amount: 3,
      status: 'payment_capture',
      payment: { ledger: [{ kind: 'capture', account: 'customer', amount: -3 }] },
    }),
  );
  expect(figures()).toEqual({ numberOfOrders: 6, orderTotals: 2960, atRisk: 407, lost: 50 });
});

it('a test order rings and is worked on, counts nowhere, and leaves the board once it is closed (D48)', () => {
  const store = configureStore({ reducer: { orders: ordersSlice.reducer } });
  store.dispatch(feedOpened([{ outletId: 'outlet', outletName: 'The Old Ferry', trading: true }]));
  const test = { isTest: true, orderNumber: 0, amount: 0 };
  store.dispatch(listRead('outlet', [order('1', { amount: 1000 }), order('test', test)]));
  const ids = () => selectOrders(store.getState()).map(({ id }) => id);
  expect(selectPending(store.getState()).map(({ id }) => id)).toContain('test');
  expect(selectFigures(store.getState())).toMatchObject({ numberOfOrders: 1, orderTotals: 1000 });
  store.dispatch(orderChanged(order('test', { ...test, version: 2, status: 'payment_capture' })));
  expect(ids()).toContain('test');
  store.dispatch(orderChanged(order('test', { ...test, version: 3, status: 'complete' })));
  expect(ids()).toEqual(['1']);
  store.dispatch(
    listRead('outlet', [order('1'), order('test', { ...test, version: 2, status: 'deliver_enroute' })]),
  );
  expect(ids()).toEqual(['1']);
});

it('an outlet that stops trading has no lapses any more, and takes none from before (D60)', () => {
  const store = configureStore({ reducer: { orders: ordersSlice.reducer } });
  const known = { outletId: 'outlet', outletName: 'The Old Ferry' };
  const lapses = [
    { stationId: 'kitchen', why: 'silent', prints: false, since: '2026-03-01T12:00:00Z' },
  ] as const;
  const read = () => store.dispatch(lapsesRead({ outletId: 'outlet', lapses }));
  const shown = () => selectFeeds(store.getState())[0]?.lapses;
  store.dispatch(feedOpened([{ ...known, trading: null }]));
  read();
  expect(shown()).toEqual(lapses);
  store.dispatch(outletRead({ ...known, trading: true }));
  expect(shown()).toEqual(lapses);
  store.dispatch(outletRead({ ...known, trading: false }));
  expect(shown()).toEqual([]);
  read();
  expect(shown()).toEqual([]);
  store.dispatch(outletRead({ ...known, trading: true }));
  read();
  expect(shown()).toEqual(lapses);
});
