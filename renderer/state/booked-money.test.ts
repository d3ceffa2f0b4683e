import { configureStore } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { netOfOrder } from '#shared/orders/net.ts';
import { readOrder } from '../api/read-order.ts';
import { feedOpened, listRead, orderChanged, ordersSlice, selectOrder } from './orders-slice.ts';

const sums = (kind: string, seller: number) => [
  { kind, account: 'customer', amount: 0 - seller - 20 },
  { kind, account: 'seller', amount: seller },
  { kind, account: 'card-provider', amount: 20 },
];
const captured = sums('capture', 1480);

function closed(payment: object = {}, version = 5): Order {
  return readOrder({
    id: '1',
    outletId: 'outlet',
    orderNumber: 1,
    status: 'complete',
    version,
    amount: 1500,
    createdAt: '2026-03-01T12:00:00Z',
    payment: { refunds: [], ledger: captured, ...payment },
  });
}

/** It took 27p, not 20p. */
const booked = {
  feesTaken: [{ kind: 'card', amount: 27 }],
  ledger: [
    ...captured,
    { kind: 'fees', account: 'seller', amount: -7 },
    { kind: 'fees', account: 'card-provider', amount: 7 },
  ],
};

function watching(...orders: Order[]) {
  const store = configureStore({ reducer: { orders: ordersSlice.reducer } });
  store.dispatch(feedOpened([{ outletId: 'outlet', outletName: 'The Old Ferry', trading: true }]));
  store.dispatch(listRead('outlet', orders));
  const known = () => selectOrder(store.getState(), '1');
  return {
    change: (changed: Order) => store.dispatch(orderChanged(changed)),
    list: (...listed: Order[]) => store.dispatch(listRead('outlet', listed)),
    known,
    net() {
      const order = known();
      const net = order && netOfOrder(order);
      return net && { net: net.net, estimated: net.estimated };
    },
  };
}

describe('what the card provider booked, which no version counts (D52)', () => {
  it('is taken over from a list and from an answer of the same version', () => {
    const byList = watching(closed());
    expect(byList.net()).toEqual({ net: 1480, estimated: true });
    byList.list(closed(booked));
    expect(byList.net()).toEqual({ net: 1473, estimated: false });
    const byAnswer = watching(closed());
    byAnswer.change(closed(booked));
    expect(byAnswer.net()).toEqual({ net: 1473, estimated: false });
  });

  it('is not taken back by a copy that was read before it', () => {
    const at = watching(closed(booked));
    at.list(closed());
    at.change(closed());
    expect(at.net()).toEqual({ net: 1473, estimated: false });
    at.list(closed({}, 4));
    expect(at.net()).toEqual({ net: 1473, estimated: false });
    at.change(closed({ ledger: [...captured, { kind: 'refund', account: 'seller', amount: -500 }] }, 6));
    expect(at.net()).toEqual({ net: 973, estimated: false });
  });

  it('includes disputes, and another amount of what is known', () => {
    const at = watching(closed(booked));
    const dispute = (amount: number) => [
      { kind: 'dispute', account: 'seller', amount: 0 - amount },
      { kind: 'dispute', account: 'dispute', amount },
    ];
    at.list(closed({ ...booked, ledger: [...booked.ledger, ...dispute(300)] }));
    expect(at.net()).toEqual({ net: 1173, estimated: false });
    at.list(closed({ ...booked, ledger: [...booked.ledger, ...dispute(400)] }));
    expect(at.net()).toEqual({ net: 1073, estimated: false });
  });

  it('leaves the same object where it is what was known', () => {
    const at = watching(closed(booked));
    const before = at.known();
    at.list(closed({ ...booked, ledger: booked.ledger.toReversed() }));
    at.list(closed());
    at.change(closed(booked));
    expect(at.known()).toBe(before);
  });
});
