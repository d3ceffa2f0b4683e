import { describe, expect, it } from 'vitest';
import {
  readCatalog,
  readList,
  readOrder,
  readOutlet,
  readProfile,
  readSignedFile,
  readUnattended,
} from './normalise.ts';
import { readFailure } from './failure.ts';

describe('D2 any server that keeps the call table', () => {
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

  it.each([null, 'o1', {}, { id: 'o1', status: 'unheard_of' }])('%j is not an order', (value) => {
    expect(() => readOrder(value)).toThrow('Not an order');
  });

  it('reads both spellings of an address, and a catalog by object or id', () => {
    expect(
      readOutlet({
        _id: 'x',
        name: 'Ferry',
        addressLine1: '1',
        postCode: 'SE1',
        catalogId: 'c',
        accountStatus: 'verified',
      }),
    ).toMatchObject({
      id: 'x',
      lineOne: '1',
      postcode: 'SE1',
      catalog: { id: 'c', name: '' },
      accountStatus: { value: 'verified', label: 'verified' },
    });
    expect(readProfile({ id: 'a', stripeConnectId: 'acct', account: { email: 'e' } })).toMatchObject({
      id: 'a',
      stripeConnectId: 'acct',
    });
    const link = { stripeClientId: 'ca', stripeConnectState: 's', stripeConnectError: 'No.' };
    expect(readProfile({ id: 'a', ...link })).toMatchObject(link);
    expect(readProfile({ id: 'a', stripeClientId: null })).not.toHaveProperty('stripeClientId');
  });

  it('reads a catalog from its latest revision', () => {
    const categories = [{ _id: 'k', name: 'Mains', list: [{ _id: 'i', name: 'Pie', cost: 1495 }] }];
    expect(readCatalog({ _id: 'c', name: 'Menu', latestRevision: { categories } })).toMatchObject({
      revision: 0,
      categories: [{ id: 'k', list: [{ id: 'i', cost: 1495, note: '', modifiers: [] }] }],
    });
  });

  it('unwraps lists', () => {
    expect(readList({ orders: [1] }, 'orders', Number)).toEqual([1]);
    expect(readList([1], 'orders', Number)).toEqual([1]);
  });

  it('reads any shape of refusal, and has words where there are none', () => {
    expect(readFailure(400, { error: 'Nope' })).toMatchObject({ message: 'Nope', code: 'HTTP_400' });
    expect(readFailure(502, '<html>')).toMatchObject({ message: 'Something went wrong. Please try again.' });
  });
});

it('D38 an image is where the API is, wherever the page is; a whole address is left alone', () => {
  const api = 'https://orders.example.com/api';
  const address = (brandImageUrl: unknown, base: string) =>
    readOutlet({ id: '1', brandImageUrl }, base).brandImageUrl;
  expect(address('/api/images/a.jpg', api)).toBe('https://orders.example.com/api/images/a.jpg');
  expect(address('/api/images/a.jpg', '/api')).toBe('/api/images/a.jpg');
  expect(address('https://bucket.example/a.jpg', api)).toBe('https://bucket.example/a.jpg');
  expect(address(undefined, api)).toBe(null);
  expect(readSignedFile({ signedRequest: '/api/images/u?x', url: '/api/images/u' }, api)).toEqual({
    signedRequest: 'https://orders.example.com/api/images/u?x',
    url: '/api/images/u',
  });
});

it('D33 D2 reads how far an order has come, and nothing of it from a server that does not tell', () => {
  const told = { id: 'o1', status: 'deliver_pending', receivedAt: '2026-03-01T12:00:01Z', alertedAt: null };
  expect(readOrder(told)).toMatchObject({ receivedAt: '2026-03-01T12:00:01.000Z' });
  for (const field of ['alertedAt', 'seenAt']) expect(readOrder(told)).not.toHaveProperty(field);
  expect(readUnattended({ orders: [{ _id: 'o1', orderNumber: 7 }] })).toMatchObject({
    orders: [{ id: 'o1', orderNumber: 7, tableNumber: null }],
    outlets: [],
  });
});
