import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { Trading } from '../../../server/testing/server.ts';
import { shop } from './set-up.ts';

/** Two teas at £3.40 and a tip: £6.80 + 20p + £8.00 = £15.00. */
const fifteenPounds = { items: [{ itemId: 'tea', quantity: 2 }] };

export async function closed(at = shop, tip = 800): Promise<Order> {
  const { id } = await at.order({ ...fifteenPounds, tip });
  await at.send('POST', `/sellers/orders/accept/${id}`);
  await at.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'complete' });
  const { body } = await at.send('POST', `/sellers/orders/complete/${id}`);
  expect(body.status).toBe('complete');
  return body;
}

type RefundOptions = { at?: Trading; key?: string; reason?: string; headers?: Record<string, string> };
export const refund = (
  id: string,
  amountToRefund: unknown,
  { at = shop, key = randomUUID(), reason, headers = {} }: RefundOptions = {},
) =>
  at.send(
    'POST',
    `/sellers/orders/refund/${id}`,
    { amountToRefund, ...(reason !== undefined && { reason }) },
    { 'idempotency-key': key, ...headers },
  );
export const times = <T>(count: number, once: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => once(index));
