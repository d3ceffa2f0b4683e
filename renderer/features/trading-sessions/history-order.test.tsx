// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { sampleChargedOrder, sampleOrder } from '../../../tests/support/samples/sample-order.ts';
import { showOrder } from '../../../tests/support/components/show.tsx';
import { HistoryOrder } from './history-order.tsx';

const ended = '2026-11-21T13:00:00.000Z';
/** Closed, and its second line, a coffee of £1.70, was refused. */
const refused = sampleOrder({
  status: 'complete',
  itemStatus: ['line-1', 'line-2'].map((id) => ({ id, status: 'complete' })),
  ageCheck: { lines: ['line-2'], outcome: 'refused', at: ended, screenName: 'Bar till' },
  payment: { refunds: [], captureError: null, refundedLines: [] },
  endedAt: ended,
  completedAt: ended,
});
const showHistory = (order: Order) =>
  showOrder(order, (now) => (
    <ul>
      <HistoryOrder order={now} isAsked={false} />
    </ul>
  ));
const button = (name: string) => screen.getByRole('button', { name, hidden: true });

it('says that 18+ lines were refused, and fills them in when it is refunded (D57)', async () => {
  const { user } = await showHistory(refused);
  expect(screen.getByText('18+ refused: refund those lines.')).toBeTruthy();
  await user.click(button('Refund'));
  const amount = await screen.findByLabelText('Amount to refund');
  expect((amount as HTMLInputElement).value).toBe('1.70');
});

it('asks for nothing more once those lines are refunded', async () => {
  const { user } = await showHistory({
    ...refused,
    refunded: pence(170),
    payment: { refunds: [], captureError: null, refundedLines: [{ id: 'line-2', quantity: 1 }] },
  });
  expect(screen.getByText('18+ refused.')).toBeTruthy();
  await user.click(button('Refund'));
  const amount = await screen.findByLabelText('Amount to refund');
  expect((amount as HTMLInputElement).value).toBe('');
});

it('says of an order that was cancelled that it was charged all the same, on its line and in its details (P12)', async () => {
  const { user } = await showHistory(sampleChargedOrder());
  expect(screen.getByText('Cancelled, but charged')).toBeTruthy();
  expect(screen.getByText(/^Cancelled, but the customer was charged: .* Refund it/)).toBeTruthy();
  await user.click(button('Refund'));
  expect(await screen.findByLabelText('Amount to refund')).toBeTruthy();
});
