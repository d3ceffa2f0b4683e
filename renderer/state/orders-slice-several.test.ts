import { configureStore } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import { readOrder } from '../api/read-order.ts';
import {
  feedOpened,
  listFailed,
  listRead,
  orderChanged,
  ordersSlice,
  selectBoard,
  selectFigures,
  selectLists,
  selectLive,
  selectOrder,
  selectOutletName,
  selectPending,
} from './orders-slice.ts';

describe('several outlets (D62)', () => {
  const outlets = [
    { outletId: 'outlet', outletName: 'The Old Ferry', trading: false },
    { outletId: 'annexe', outletName: 'The Annexe', trading: true },
  ];
  const order = (id: string, outletId: string, amount = 0) =>
    readOrder({ id, outletId, orderNumber: Number(id), status: 'deliver_pending', version: 1, amount });
  const here = (id: string) => order(id, 'outlet');
  const there = (id: string, amount = 0) => order(id, 'annexe', amount);

  function watchingBoth() {
    const store = configureStore({ reducer: { orders: ordersSlice.reducer } });
    store.dispatch(feedOpened(outlets));
    store.dispatch(listRead('outlet', [here('1')]));
    return store;
  }

  it('each list is the truth about its own orders, and all are known once each was read', () => {
    const store = watchingBoth();
    expect(selectLive(store.getState()).loaded).toBe(false);
    store.dispatch(listRead('annexe', [there('2'), there('3')]));
    expect(selectLive(store.getState())).toMatchObject({ loaded: true, trading: true });
    store.dispatch(listRead('annexe', [there('3')]));
    expect(selectPending(store.getState()).map(({ id }) => id)).toEqual(['1', '3']);
    store.dispatch(listRead('outlet', []));
    expect(selectPending(store.getState()).map(({ id }) => id)).toEqual(['3']);
  });

  it('a list that cannot be read is a problem of its own outlet', () => {
    const store = watchingBoth();
    store.dispatch(listFailed({ outletId: 'annexe', problem: 'No answer' }));
    expect(selectLists(store.getState(), 'outlet')).toMatchObject({ loaded: true, problem: null });
    expect(selectLists(store.getState(), null)).toMatchObject({ loaded: false, problem: 'No answer' });
  });

  it('the board and its figures are of one outlet, or of all', () => {
    const store = watchingBoth();
    store.dispatch(listRead('annexe', [there('2', 500)]));
    const all = (outletId: string | null) => selectBoard(store.getState(), outletId, false).all;
    expect([all('outlet'), all('annexe'), all(null)]).toEqual([['1'], ['2'], ['1', '2']]);
    expect(selectFigures(store.getState(), 'annexe')).toMatchObject({ numberOfOrders: 1, orderTotals: 500 });
    expect(selectFigures(store.getState()).numberOfOrders).toBe(2);
    expect(selectOutletName(store.getState(), 'annexe')).toBe('The Annexe');
  });

  it('an order of an outlet that is not watched is none of this screen’s', () => {
    const store = watchingBoth();
    store.dispatch(orderChanged(order('9', 'garden')));
    expect(selectOrder(store.getState(), '9')).toBeUndefined();
  });
});
