import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';

/** An order of two lines and £15.70 as staff see it, with `changes` applied. */
export function sampleOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 'order-1',
    outletId: 'outlet-1',
    orderNumber: 42,
    status: 'deliver_pending',
    version: 1,
    tableNumber: '7',
    customerName: 'Priya Raman',
    note: 'Nut allergy, please keep separate',
    items: [
      {
        id: 'line-1',
        name: 'Ferry burger',
        quantity: 2,
        cost: pence(550),
        modifications: [{ name: 'Bacon', cost: pence(100) }],
      },
      { id: 'line-2', name: 'Café crème', quantity: 1, cost: pence(170), modifications: [] },
    ],
    itemStatus: [
      { id: 'line-1', status: 'waiting' },
      { id: 'line-2', status: 'waiting' },
    ],
    amount: pence(1570),
    serviceCharge: pence(0),
    tip: pence(100),
    fees: [],
    refunded: pence(0),
    payment: { refunds: [], captureError: null },
    createdAt: '2026-11-21T12:00:00.000Z',
    acceptedAt: null,
    expiresAt: null,
    completedAt: null,
    endedAt: null,
    cancellation: null,
    ...changes,
  };
}

/** An order that was cancelled, and charged all the same: its money was taken at the card provider itself. */
export function sampleChargedOrder(changes: Partial<Order> = {}): Order {
  return sampleOrder({
    status: 'complete',
    endedAt: '2026-11-21T12:03:00.000Z',
    cancellation: { reason: null, stage: 'deliver_pending' },
    payment: { refunds: [], captureError: null, refundedLines: [] },
    ...changes,
  });
}
