// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { sampleOrder } from '../../../tests/support/samples/sample-order.ts';
import { OpenedOrder } from '../../../tests/support/components/opened-order.tsx';
import { showOrder } from '../../../tests/support/components/show.tsx';
import { OrderCard } from './order-card.tsx';
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
const showDetail = (order: Order) => showOrder(order, (now) => <OpenedOrder order={now} />);
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

/** The stout is ready before the burger. */
const underWay = sampleOrder({
  ...ready,
  status: 'deliver_working',
  itemStatus: [
    { id: 'line-1', status: 'working' },
    { id: 'line-2', status: 'ready' },
  ],
});
const called = (server: { requests: { call: string; body: unknown }[] }) =>
  server.requests
    .filter(({ call }) => call.startsWith('POST '))
    .map(({ call, body }) => [call.split('/').at(-2), body]);

it('what is for over 18s is handed over before the rest is ready, once somebody said so (D57)', async () => {
  const { user, server } = await showDetail(underWay);
  await user.click(named('18+ checked'));
  await waitFor(() => expect(named('18+ checked').getAttribute('aria-pressed')).toBe('true'));
  await user.click(screen.getByRole('checkbox', { name: /Stout/ }));
  await user.click(
    within(screen.getByRole('group', { name: 'Move 1 item to' })).getByRole('button', { name: 'Delivered' }),
  );
  await waitFor(() => expect(server.stored.itemStatus[1]?.status).toBe('complete'));
  expect(called(server)).toEqual([
    ['check-age', { outcome: 'checked' }],
    ['progress', { items: ['line-2'], status: 'complete' }],
  ]);
});

it('what was said of the age by mistake is said anew, also after it was handed over, and moves nothing (D57)', async () => {
  const { user, server } = await showDetail(ready);
  await user.click(named('18+ checked'));
  await screen.findByRole('button', { name: 'Close Order' });
  await user.click(named('18+ refused'));
  await screen.findByText(/^18\+ refused: refund those lines/);
  expect(server.stored.ageCheck).toMatchObject({ outcome: 'refused' });
  await user.click(named('18+ checked'));
  await waitFor(() => expect(server.stored.ageCheck).toMatchObject({ outcome: 'checked' }));
  expect(called(server).map(([call]) => call)).toEqual([
    'check-age',
    'progress-order',
    'check-age',
    'check-age',
  ]);
});

it('both answers stay in sight while lines are selected', async () => {
  const { user } = await showDetail(ready);
  expect(screen.getAllByRole('button', { name: /^18\+/ })).toHaveLength(2);
  await user.click(screen.getByRole('checkbox', { name: /Stout/ }));
  expect(screen.getAllByRole('button', { name: /^18\+/ })).toHaveLength(2);
});

it.each<[string, Order, boolean]>([
  ['of a server that asks nobody', (({ ageCheck: _asked, ...order }) => order)(underWay), true],
  ['on a screen that may not act', underWay, false],
  ['before it is accepted', { ...underWay, status: 'deliver_pending' }, true],
])('nobody is asked for the age in an order %s', async (_, order, acting) => {
  await showOrder(order, (now) => <OpenedOrder order={now} acting={acting} />);
  expect(screen.queryByRole('button', { name: /^18\+/ })).toBeNull();
});
