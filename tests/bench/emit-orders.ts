import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { sharedNow } from './bench-process.ts';

const EVERY_MS = 5;

/**
 * Emits 200 events a second, room by room, for a while; returns how many. Each order's note is the time of its event.
 */
export function emitOrders(
  rooms: readonly string[],
  durationMs: number,
  emit: (room: string, update: { order: Order; seq: number }) => void,
): Promise<number> {
  const end = sharedNow() + durationMs;
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const room = rooms[sent % rooms.length];
      if (sharedNow() >= end || room === undefined) {
        clearInterval(timer);
        return resolve(sent);
      }
      sent += 1;
      emit(room, { order: orderNow(room), seq: sent });
    }, EVERY_MS);
  });
}

/** An order of about 1 KB. */
function orderNow(outletId: string): Order {
  const now = new Date().toISOString();
  const items = Array.from({ length: 4 }, (_, index) => ({
    id: String(index + 1),
    name: 'Beer-battered haddock',
    quantity: 2,
    cost: pence(1550),
    modifications: [{ name: 'Curry sauce', cost: pence(150) }],
  }));
  return {
    id: '0197a2b4-0000-7000-8000-000000000000',
    outletId,
    orderNumber: 7,
    status: 'deliver_pending',
    version: 1,
    tableNumber: '7',
    customerName: 'Priya Raman',
    note: String(sharedNow()),
    items,
    itemStatus: items.map(({ id }) => ({ id, status: 'waiting' })),
    amount: pence(13_600),
    serviceCharge: pence(0),
    tip: pence(0),
    fees: [
      { kind: 'platform', amount: pence(5) },
      { kind: 'card', amount: pence(224) },
    ],
    refunded: pence(0),
    payment: { refunds: [], captureError: null },
    createdAt: now,
    acceptedAt: null,
    expiresAt: now,
    completedAt: null,
    endedAt: null,
    cancellation: null,
  };
}
