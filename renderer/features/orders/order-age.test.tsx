// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { sampleOrder } from '../../../tests/support/samples/sample-order.ts';
import { showOrder } from '../../../tests/support/components/show.tsx';
import { OrderCard } from './order-card.tsx';
import { OrderDetail } from './order-detail.tsx';
import { OutstandingOrders } from './outstanding-orders.tsx';

const [burger, coffee] = sampleOrder().items;
if (!burger || !coffee) throw new Error('The sample has two lines');
const toldOfNobody = { lines: ['line-2'], outcome: null, at: null, screenName: null };
/** Two lines that are ready, of which the second is for over 18s. */
const ready = sampleOrder({
  status: 'deliver_enroute',
  items: [burger, { ...coffee, name: 'Stout', ageRestricted: true }],
  itemStatus: [
    { id: 'line-1', status: 'ready' },
    { id: 'line-2', status: 'ready' },
  ],
  ageCheck: toldOfNobody,
});
const showDetail = (order: Order) =>
  showOrder(order, (now) => <OrderDetail order={now} acting onClose={() => undefined} />);
const named = (name: string) => screen.getByRole('button', { name });

it('one press on the card says that the age was checked, and hands over what is ready (D57)', async () => {
  const { user, server } = await showOrder(ready, ({ id }) => (
    <OrderCard orderId={id} compact={false} acting chosen={false} onChoose={() => undefined} />
  ));
  expect(screen.getByRole('article').textContent).toContain('Stout18+');
  await user.click(named('18+ checked order 42'));
  await screen.findByRole('button', { name: 'Close Order order 42' });
  expect(server.requests.map(({ call, body }) => [call.split('/').at(-2), body])).toEqual([
    ['check-age', { outcome: 'checked' }],
    ['progress-order', {}],
  ]);
});

it('one press in the order says that they were refused; it is dealt with, and what was refused is named', async () => {
  const { user, server } = await showDetail(ready);
  await user.click(named('18+ refused'));
  await screen.findByRole('button', { name: 'Close Order' });
  expect(server.stored.ageCheck).toMatchObject({ outcome: 'refused' });
  expect(screen.getByText(/^18\+ refused: refund those lines/)).toBeTruthy();
});

it('what was refused is filled in when the closed order is refunded', async () => {
  const closed: Order = {
    ...ready,
    status: 'complete',
    itemStatus: ready.itemStatus.map(({ id }) => ({ id, status: 'complete' })),
    ageCheck: { ...toldOfNobody, outcome: 'refused' },
    payment: { refunds: [], captureError: null, refundedLines: [] },
    endedAt: '2026-11-21T13:00:00.000Z',
    completedAt: '2026-11-21T13:00:00.000Z',
  };
  const { user } = await showDetail(closed);
  await user.click(within(screen.getByRole('complementary')).getByRole('button', { name: 'Refund' }));
  const amount = await screen.findByLabelText('Amount to refund');
  expect((amount as HTMLInputElement).value).toBe('1.70');
});

it('Stop Trading’s question says that taking the money says so', async () => {
  const { user, server } = await showOrder(ready, (now) => <OutstandingOrders orders={[now]} />);
  await user.click(named('Close order 42'));
  expect(screen.getByRole('group').textContent).toContain('the customer’s age was checked');
  await user.click(named('Take the money of order 42'));
  await waitFor(() => expect(server.requests).toHaveLength(3));
  expect(server.requests.map(({ call }) => call.split('/').at(-2))).toEqual([
    'check-age',
    'progress',
    'complete',
  ]);
});
