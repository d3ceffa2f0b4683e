// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { sampleChargedOrder, sampleOrder } from '../../../tests/support/samples/sample-order.ts';
import { pressTwice, showOrder } from '../../../tests/support/components/show.tsx';
import { orderChanged } from '../../state/orders-slice.ts';
import { undoOffered } from '../../state/pressing-slice.ts';
import { OrderCard } from './order-card.tsx';

const showCard = (order: Order, onChoose: (orderId: string) => void = () => undefined) =>
  showOrder(order, ({ id }) => (
    <OrderCard orderId={id} compact={false} acting chosen={false} onChoose={onChoose} />
  ));
afterEach(() => void vi.useRealTimers());

it('shows whose order it is, where it goes, what of, for how much and since when', async () => {
  vi.setSystemTime('2026-11-21T12:04:30.000Z');
  const { store } = await showCard(sampleOrder());
  const shown = screen.getByRole('article', { name: 'Order 42, Table 7, New' }).textContent;
  for (const words of ['Table 7', '4:30', 'Priya Raman', 'Nut allergy, please keep separate'])
    expect(shown).toContain(words);
  expect(shown).toContain('2 × Ferry burgerBacon');
  expect(shown).toContain('1 × Café crème');
  expect(shown).toContain('£15.70 · tip £1.00');

  store.dispatch(orderChanged(sampleOrder({ version: 2, tableNumber: null, tip: pence(0) })));
  const collected = await screen.findByRole('article', { name: 'Order 42, Collect, New' });
  expect(collected.textContent).not.toMatch(/Table|tip/);
});

it('names the modifier of each option, where its order does (D24)', async () => {
  const [burger] = sampleOrder().items;
  const modifications = [
    { name: 'Large', modifier: 'Fries', cost: pence(0) },
    { name: 'Onion', modifier: 'Leave out', cost: pence(0) },
  ];
  await showCard(sampleOrder({ items: burger ? [{ ...burger, modifications }] : [] }));
  expect(screen.getByRole('article').textContent).toContain('Ferry burgerFries: Large · Leave out: Onion');
});

it('says how many of its lines are ready while it is prepared', async () => {
  const itemStatus: Order['itemStatus'] = [
    { id: 'line-1', status: 'ready' },
    { id: 'line-2', status: 'working' },
  ];
  await showCard(sampleOrder({ status: 'deliver_working', itemStatus }));
  expect(screen.getByRole('article').textContent).toContain('In Progress 1/2');
  expect(screen.getByRole('progressbar', { name: 'Delivered' })).toHaveProperty('value', 0);
});

it('sends the next step with the version that was seen, once for two presses, and shows what became of it', async () => {
  const { server } = await showCard(sampleOrder({ version: 3 }));
  pressTwice(screen.getByRole('button', { name: 'Accept order 42' }));
  expect(await screen.findByRole('button', { name: 'Start order 42' })).toHaveProperty('disabled', false);
  expect(screen.getByRole('article', { name: 'Order 42, Table 7, Waiting' })).toBeTruthy();
  expect(server.requests.map(({ call, version }) => [call, version])).toEqual([
    ['POST /api/sellers/orders/accept/order-1', '"3"'],
  ]);
});

it('takes its own step back, beside the next one, and nobody else’s', async () => {
  const { user, store } = await showCard(sampleOrder());
  await user.click(screen.getByRole('button', { name: 'Accept order 42' }));
  await user.click(await screen.findByRole('button', { name: 'Undo, order 42' }));
  await screen.findByRole('button', { name: 'Accept order 42' });
  expect(screen.queryByRole('button', { name: 'Undo, order 42' })).toBeNull();
  const other = sampleOrder({ id: 'other' });
  act(() => void store.dispatch(undoOffered({ before: other, after: other })));
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

it('shows the order as it stands where a colleague was faster, says so, and goes on from there', async () => {
  const { user, server } = await showCard(sampleOrder());
  server.stored = { ...server.stored, status: 'deliver_waiting', version: 2 };
  await user.click(screen.getByRole('button', { name: 'Accept order 42' }));
  const said = await screen.findByRole('alert');
  await within(said).findByText('Order 42: Somebody else has changed this order.');
  await user.click(await screen.findByRole('button', { name: 'Start order 42' }));
  await screen.findByRole('button', { name: 'Ready order 42' });
  expect(server.requests.map(({ version }) => version)).toEqual(['"1"', '"2"']);
});

it('is opened by a press anywhere on it, and not by one on its button', async () => {
  const chosen: string[] = [];
  const { user } = await showCard(sampleOrder(), (id) => chosen.push(id));
  await user.click(screen.getByText('Ferry burger'));
  expect(chosen).toEqual(['order-1']);
  await user.click(screen.getByRole('button', { name: 'Accept order 42' }));
  await screen.findByRole('button', { name: 'Start order 42' });
  expect(chosen).toEqual(['order-1']);
});

it('offers the tick of an unread note where the next step would be ready, and then that step (D57)', async () => {
  const cooking: Order = sampleOrder({
    status: 'deliver_working',
    itemStatus: [
      { id: 'line-1', status: 'working' },
      { id: 'line-2', status: 'working' },
    ],
    noteUnread: true,
  });
  const { user, server } = await showCard(cooking);
  expect(screen.getByRole('article').textContent).toContain('Allergy · not read yetNut allergy');
  await user.click(screen.getByRole('button', { name: 'Note read order 42' }));
  await user.click(await screen.findByRole('button', { name: 'Ready order 42' }));
  await screen.findByRole('button', { name: 'Delivered order 42' });
  expect(screen.getByRole('article').textContent).not.toContain('not read yet');
  expect(server.requests.map(({ call }) => call)).toEqual([
    'POST /api/sellers/orders/read-note/order-1',
    'POST /api/sellers/outlets/outlet-1/progress-order/order-1',
  ]);
});

it('says of an order that was cancelled that it was charged all the same (P12)', async () => {
  await showCard(sampleChargedOrder());
  expect(screen.getByRole('article').textContent).toContain('Cancelled, but charged');
});
