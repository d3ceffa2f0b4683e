import { describe, expect, it } from 'vitest';
import { readOrder } from './read-order.ts';
import { readOrders, readOrdersInSlices } from './read-orders.ts';

const good = { id: 'o1', orderNumber: 41, status: 'deliver_pending' };

describe('a list of orders, of whichever server (D2, D75)', () => {
  it('shows what it can read, and names what it cannot', () => {
    const { orders, unreadable } = readOrders([
      good,
      { ...good, id: 'o2', orderNumber: '42', status: 'deliver_teleported' },
      { status: 'deliver_pending' },
      null,
      { ...good, id: 'o3' },
    ]);
    expect(orders.map(({ id }) => id)).toEqual(['o1', 'o3']);
    expect(unreadable).toEqual([
      { place: 1, id: 'o2', orderNumber: '42', status: 'deliver_teleported' },
      { place: 2, id: '', orderNumber: '', status: 'deliver_pending' },
      { place: 3, id: '', orderNumber: '', status: '' },
    ]);
  });

  it('is no empty list where there is none', async () => {
    expect(() => readOrders({})).toThrow('Expected a list');
    await expect(readOrdersInSlices({})).rejects.toThrow('Expected a list');
  });

  it('is the same where it is read in slices', async () => {
    const list = [good, { ...good, id: 'o2', status: 'deliver_teleported' }, null, { ...good, id: 'o3' }];
    expect(await readOrdersInSlices({ orders: list })).toEqual(readOrders({ orders: list }));
  });

  it('reads numbers that come as text, and takes no other text for a number', () => {
    const order = readOrder({
      ...good,
      orderNumber: '4711',
      amount: '1800',
      items: [{ id: 'l1', quantity: '3', cost: '600' }],
    });
    expect(order).toMatchObject({ orderNumber: 4711, amount: 1800, items: [{ quantity: 3, cost: 600 }] });
    for (const unreadable of [
      { amount: '18.50' },
      { orderNumber: 'A7' },
      { items: [{ id: 'l1', quantity: 'two' }] },
    ])
      expect(() => readOrder({ ...good, ...unreadable })).toThrow('Not an order');
  });
});
