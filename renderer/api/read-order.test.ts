import { describe, expect, it } from 'vitest';
import { readOrder } from './read-order.ts';
import { readUnattended } from './read-unattended.ts';

describe('an order of any server (D2)', () => {
  it('reads an order with _id, without version, with the older words', () => {
    const order = readOrder({
      _id: 'o1',
      orderNumber: 7,
      status: 'deliver_complete',
      customerName: 'Tom',
      tableNumber: 4,
      createdAt: '2026-03-01T12:00:00Z',
      amount: 620,
      items: [{ _id: 'l1', name: 'Tea', quantity: 2, cost: 300 }],
      itemStatus: [{ itemId: 'l1', status: 'ready' }],
      payment: { refunds: [{ amount: 100, createdAt: '2026-03-01T13:00:00Z' }] },
    });
    expect(order).toMatchObject({
      id: 'o1',
      status: 'deliver_success',
      version: 0,
      tableNumber: '4',
      note: null,
      tip: 0,
      refunded: 100,
      fees: [],
      itemStatus: [{ id: 'l1', status: 'ready' }],
      expiresAt: null,
      items: [{ id: 'l1', modifications: [] }],
    });
  });

  it.each([
    ['four digits', { brand: 'visa', lastFour: '4242' }, { brand: 'visa', lastFour: '4242' }],
    ['no brand', { lastFour: '4242' }, { brand: null, lastFour: '4242' }],
    ['its whole number', { brand: 'visa', lastFour: '4242424242424242' }, undefined],
    ['three digits', { brand: 'visa', lastFour: '424' }, undefined],
    ['nothing', null, undefined],
  ])('a card that is told by %s', (_by, card, read) => {
    const order = readOrder({ id: 'o', status: 'complete', payment: { refunds: [], card } });
    expect(order?.payment.card).toEqual(read);
  });

  it.each([
    ['a sentence', 'It cannot be seen.', 'It cannot be seen.'],
    ['nothing', undefined, undefined],
    ['something else', { code: 7 }, undefined],
  ])('why a refund cannot be confirmed is %s', (_what, refundProblem, read) => {
    const order = readOrder({ id: 'o', status: 'complete', payment: { refunds: [], refundProblem } });
    expect(order.payment.refundProblem).toBe(read);
  });

  it('a line whose status is not told is waiting', () => {
    const order = readOrder({
      id: 'o',
      status: 'deliver_waiting',
      items: [{ id: 'a' }, { id: 'b' }],
      itemStatus: [{ id: 'b', status: 'odd' }],
    });
    expect(order.itemStatus).toEqual([
      { id: 'a', status: 'waiting' },
      { id: 'b', status: 'waiting' },
    ]);
  });

  it('an amount that is left out is the sum of lines, service charge and tip, and one that is said is kept', () => {
    const tea = { id: 'a', quantity: 2, cost: 300, modifications: [{ name: 'Oat milk', cost: 25 }] };
    const order = { id: 'o', status: 'deliver_waiting', items: [tea], serviceCharge: 20, tip: 100 };
    expect(readOrder(order).amount).toBe(770);
    expect(readOrder({ ...order, amount: null }).amount).toBe(770);
    expect(readOrder({ ...order, amount: 0 }).amount).toBe(0);
    expect(readOrder({ ...order, amount: 620 }).amount).toBe(620);
  });

  it('an option names its modifier, if its server does', () => {
    const modifications = [{ name: 'Onion', modifier: 'Leave out', cost: 0 }, { name: 'Oat' }];
    expect(
      readOrder({ id: 'o', status: 'complete', items: [{ id: 'a', modifications }] }).items[0],
    ).toMatchObject({
      modifications: [
        { name: 'Onion', modifier: 'Leave out', cost: 0 },
        { name: 'Oat', cost: 0 },
      ],
    });
  });

  it.each([
    null,
    'o1',
    {},
    { id: 'o1', status: 'unheard_of' },
    { id: 'o'.repeat(257), status: 'deliver_pending' },
  ])('%j is not an order', (value) => {
    expect(() => readOrder(value)).toThrow('Not an order');
  });
});

it('reads how far an order has come, and nothing of it from a server that does not tell (D33, D2)', () => {
  const told = { id: 'o1', status: 'deliver_pending', receivedAt: '2026-03-01T12:00:01Z', alertedAt: null };
  expect(readOrder(told)).toMatchObject({ receivedAt: '2026-03-01T12:00:01.000Z' });
  for (const field of ['alertedAt', 'seenAt']) expect(readOrder(told)).not.toHaveProperty(field);
  expect(readUnattended({ orders: [{ _id: 'o1', orderNumber: 7 }] })).toMatchObject({
    orders: [{ id: 'o1', orderNumber: 7, tableNumber: null }],
    outlets: [],
  });
});

it('reads what refunds were for, and leaves it out for a server that takes no lines (D28, D2)', () => {
  const lines = [{ id: 'a', name: 'Pie', quantity: 2 }];
  const payment = { refunds: [{ amount: 100, lines }], refundedLines: [{ _id: 'a', quantity: '2' }] };
  expect(readOrder({ id: 'o1', status: 'complete', payment }).payment).toMatchObject({
    refunds: [{ lines }],
    refundedLines: [{ id: 'a', quantity: 2 }],
  });
  const silent = readOrder({ id: 'o1', status: 'complete', payment: { refunds: [{ amount: 100 }] } }).payment;
  expect(silent).not.toHaveProperty('refundedLines');
  expect(silent.refunds[0]).not.toHaveProperty('lines');
});

it('reads what the ledger has of an order, or nothing of it where an amount is no number (D23, D2)', () => {
  const seller = { kind: 'capture', account: 'seller', amount: 1470 };
  const read = (ledger: unknown) => readOrder({ id: 'o1', status: 'complete', payment: { ledger } }).payment;
  expect(read([seller]).ledger).toEqual([seller]);
  expect(read([seller, { kind: 'fees', account: 'seller', amount: 'much' }])).not.toHaveProperty('ledger');
  expect(read('none')).not.toHaveProperty('ledger');
});

it('a time that a server leaves out is not known: never 1970 (D2)', () => {
  const read = readOrder({
    id: 'o1',
    status: 'complete',
    payment: { refunds: [{ amount: 100 }] },
  });
  expect(read.createdAt).toBe('');
  expect(read.payment.refunds[0]?.createdAt).toBe('');
  expect(readUnattended({ orders: [{ id: 'o1' }] }).orders[0]?.since).toBe('');
});
