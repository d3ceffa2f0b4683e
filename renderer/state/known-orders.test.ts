import { configureStore } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { OrderStatus } from '#shared/base/order-statuses.ts';
import { compareLive, isLive } from '#shared/orders/reading.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import {
  feedOpened,
  listRead,
  orderChanged,
  ordersSlice,
  selectOrder,
  selectOrders,
  timelinesRead,
} from './orders-slice.ts';

const outlets = ['one', 'two'].map((outletId) => ({ outletId, outletName: outletId, trading: true }));
const statuses: OrderStatus[] = ['deliver_pending', 'deliver_waiting', 'complete', 'deliver_expired'];

/** The same numbers at each run, between 0 and 1. */
function numbers() {
  let last = 1;
  return () => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function watching() {
  const store = configureStore({ reducer: { orders: ordersSlice.reducer } });
  store.dispatch(feedOpened(outlets));
  return { store, shown: () => selectOrders(store.getState()) };
}

it('orders stand where sorting all of them would put them, whatever changes', () => {
  const { store, shown } = watching();
  const next = numbers();
  const known = new Map<string, Order>();
  const ids = Array.from({ length: 60 }, (_, n) => String(n));
  for (let version = 1; version <= 400; version += 1) {
    const n = Math.floor(next() * 60);
    const before = known.get(String(n));
    const status = statuses[Math.floor(next() * statuses.length)] ?? 'deliver_pending';
    const order = sampleOrder({
      id: String(n),
      outletId: outlets[n % 2]?.outletId ?? '',
      // Both outlets have each number.
      orderNumber: n >> 1,
      createdAt: `2026-03-01T12:00:${String(10 + (n >> 3)).padStart(2, '0')}.000Z`,
      version,
      status: before === undefined && status === 'complete' ? 'deliver_pending' : status,
    });
    store.dispatch(orderChanged(order));
    if (isLive(order)) known.set(order.id, order);
    else known.delete(order.id);
    const sorted = shown();
    expect(sorted).toEqual(sorted.toSorted(compareLive));
    expect(new Map(sorted.map((one) => [one.id, one]))).toEqual(known);
    expect(
      ids.filter((id) => selectOrder(store.getState(), id) !== sorted.find((one) => one.id === id)),
    ).toEqual([]);
  }
});

it('an order is found by its id in an earlier state, too, as it was then', () => {
  const { store } = watching();
  const order = sampleOrder({ id: '1', outletId: 'one', version: 1 });
  const states = [1, 2, 3].map((version) => {
    store.dispatch(
      orderChanged({ ...order, version, status: version < 3 ? 'deliver_pending' : 'deliver_expired' }),
    );
    return store.getState();
  });
  expect(states.map((state) => selectOrder(state, '1')?.version)).toEqual([1, 2, undefined]);
});

it('several changes at once come to the same as one after the other', () => {
  const [together, apart] = [watching(), watching()];
  const changes = [1, 2, 3, 2].map((n, at) =>
    sampleOrder({ id: String(n), outletId: 'one', orderNumber: n, version: at + 1 }),
  );
  together.store.dispatch(orderChanged(changes));
  for (const change of changes) apart.store.dispatch(orderChanged(change));
  expect(together.store.getState()).toEqual(apart.store.getState());
});

it('what is known cannot be changed in place', () => {
  const { store, shown } = watching();
  const order = sampleOrder({ id: '1', outletId: 'one', version: 1 });
  store.dispatch(listRead('one', [order]));
  store.dispatch(orderChanged({ ...order, id: '2' }));
  store.dispatch(timelinesRead([{ orderId: '2', seenAt: '2026-03-01T12:00:00.000Z' }]));
  const all: unknown[] = [shown(), ...shown().flatMap((one) => [one, one.items, one.items[0]])];
  expect(all.map((one) => Object.isFrozen(one))).toEqual(all.map(() => true));
});

it('nothing changes where nothing is new', () => {
  const { store } = watching();
  const order = sampleOrder({ id: '1', outletId: 'one', version: 2 });
  store.dispatch(orderChanged(order));
  const before = store.getState().orders;
  store.dispatch(orderChanged([{ ...order, version: 1 }, { ...order }, { ...order, outletId: 'another' }]));
  store.dispatch(timelinesRead([{ orderId: 'unknown', seenAt: '2026-03-01T12:00:00.000Z' }]));
  expect(store.getState().orders).toBe(before);
});
