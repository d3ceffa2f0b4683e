// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { showOrder } from '../../tests/support/components/show.tsx';
import { sampleChargedOrder, sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { chargedUnsold } from '../orders/charged-unsold.ts';
import { ChargedUnsoldProblem } from './charged-unsold-problem.tsx';
import { chargedUnsoldMark } from './charged-unsold-mark.ts';

async function problemOf(order: Order): Promise<string | null> {
  await showOrder(order, (now) => <ChargedUnsoldProblem order={now} />);
  const words = screen.queryByText(/charged/)?.textContent ?? null;
  cleanup();
  return words;
}
const ended =
  'but the customer was charged: the money was taken at Stripe itself, so the order counts as closed.';

it('of an order that was cancelled and charged all the same, it is said, and what to do until all is refunded (P12)', async () => {
  const cancelled = sampleChargedOrder();
  expect(await problemOf(cancelled)).toBe(`Cancelled, ${ended} Refund it, unless they got their order.`);
  expect(chargedUnsoldMark(cancelled)).toBe('Cancelled, but charged');
  const expired = sampleChargedOrder({ cancellation: null });
  expect(await problemOf(expired)).toBe(`Never accepted, ${ended} Refund it, unless they got their order.`);
  const refunded = sampleChargedOrder({ status: 'refunded', refunded: pence(1570) });
  expect(await problemOf(refunded)).toBe(`Cancelled, ${ended}`);
  expect(chargedUnsoldMark(refunded)).toBeNull();
});

it('nothing is said of an order that was handed over, that was not charged, or of which an older server does not say it', async () => {
  const acceptedAt = '2026-11-21T12:01:00.000Z';
  const others = [
    sampleOrder({ status: 'complete', acceptedAt, completedAt: '2026-11-21T12:10:00.000Z' }),
    sampleOrder({ status: 'complete', acceptedAt }),
    sampleOrder({ status: 'deliver_aborted', cancellation: { reason: null, stage: 'deliver_pending' } }),
    sampleOrder({ status: 'complete', version: 0 }),
  ];
  expect(others.map(chargedUnsold)).toEqual(others.map(() => null));
  expect(others.map(chargedUnsoldMark)).toEqual(others.map(() => null));
  expect(await problemOf(others[0] as Order)).toBeNull();
});
