import { describe, expect, it } from 'vitest';
import type { Alarm } from '#shared/api/escalation.ts';
import { readOrder } from '../api/read-order.ts';
import { orderAlerts, waitingText } from './alerts.ts';

const order = (id: string, tableNumber: string | null = '7') =>
  readOrder({
    id,
    outletId: 'o',
    orderNumber: Number(id),
    status: 'deliver_pending',
    tableNumber,
    items: [
      { id: 'a', quantity: 2 },
      { id: 'b', quantity: 1 },
    ],
  });

function setUp() {
  const rung: string[][] = [];
  const announced: string[] = [];
  const said: string[] = [];
  const alerts = orderAlerts(
    {
      setRinging: (orders) => rung.push(orders.map(({ orderId }) => orderId)),
      announceOrder: ({ orderId }) => announced.push(orderId),
    },
    (message) => said.push(message),
  );
  return { alerts, rung, announced, said };
}

describe('alarms of orders that nobody has seen (D47)', () => {
  const alarm = (id: string): Alarm => ({
    id,
    drill: false,
    outletId: 'o',
    outletName: 'The Ferry',
    orderNumber: 7,
    tableNumber: null,
    since: '2026-03-01T12:00:00.000Z',
  });

  it('ring beside the orders, and stop as soon as they are answered', () => {
    const { alerts, rung } = setUp();
    alerts.pending([order('1')], [alarm('a')]);
    alerts.pending([order('1')], [alarm('a'), alarm('b')]);
    alerts.pending([order('1')], [alarm('b')]);
    alerts.pending([], []);
    expect(rung).toEqual([['1', 'a'], ['1', 'a', 'b'], ['1', 'b'], []]);
  });

  it('change the ring only with their set, and ring without an end of their own', () => {
    const ends: (number | null)[][] = [];
    const alerts = orderAlerts(
      {
        setRinging: (orders) => ends.push(orders.map(({ expiresInMs }) => expiresInMs)),
        announceOrder: () => undefined,
      },
      () => undefined,
    );
    alerts.pending([], [alarm('a')]);
    alerts.pending([], [alarm('a')]);
    expect(ends).toEqual([[null]]);
  });

  it('announce no order: this screen does not watch it', () => {
    const { alerts, announced, said } = setUp();
    alerts.pending([], [alarm('a')]);
    expect([announced, said]).toEqual([[], []]);
  });
});

describe('ringing is exactly the set of pending orders (D34)', () => {
  it('changes with the set, and only with it', () => {
    const { alerts, rung } = setUp();
    alerts.pending([]);
    alerts.pending([order('1')]);
    alerts.pending([order('1')]);
    alerts.pending([order('1'), order('2')]);
    alerts.pending([]);
    expect(rung).toEqual([[], ['1'], ['1', '2'], []]);
  });

  it('is told first of all as none, where none waits: the host may ring yet for what the page before this one asked', () => {
    const { alerts, rung } = setUp();
    alerts.pending([]);
    alerts.pending([]);
    expect(rung).toEqual([[]]);
  });

  it('announces an order once, across any number of reconnects (E30)', () => {
    const { alerts, announced, said } = setUp();
    for (let n = 0; n < 5; n += 1) {
      alerts.pending([]);
      alerts.pending([order('42'), order('43', null)]);
    }
    expect(announced).toEqual(['42', '43']);
    expect(said).toEqual(['New order 42, table 7, 3 items. New order 43, collection, 3 items']);
  });
});

it('the title counts what waits, and nothing where nothing does', () => {
  expect([2, 1, 0].map(waitingText)).toEqual(['(2) new orders', '(1) new order', '']);
});
