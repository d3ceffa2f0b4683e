// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { sampleChargedOrder, sampleOrder } from '../../../tests/support/samples/sample-order.ts';
import { OpenedOrder } from '../../../tests/support/components/opened-order.tsx';
import { showOrder } from '../../../tests/support/components/show.tsx';

const showDetail = (order: Order, acting = true) =>
  showOrder(order, (now) => <OpenedOrder order={now} acting={acting} />);
const detail = () => screen.getByRole('complementary', { name: 'Order 42' });
const lines = () => within(within(detail()).getAllByRole('list')[0] ?? detail()).getAllByRole('listitem');
/** What stands behind a label of the facts and amounts. */
const beside = (label: string) => within(detail()).getByText(label).nextElementSibling?.textContent;

it('has each line with its options, its price and how far it is, and what the whole comes to', async () => {
  await showDetail(
    sampleOrder({
      itemStatus: [
        { id: 'line-1', status: 'ready' },
        { id: 'line-2', status: 'waiting' },
      ],
      status: 'deliver_working',
      amount: pence(770),
      serviceCharge: pence(20),
      refunded: pence(150),
      payment: {
        captureError: null,
        card: { brand: 'mastercard', lastFour: '4444' },
        refunds: [
          { id: 'r', amount: pence(150), reason: 'Cold chips', createdAt: '2026-11-21T12:30:00.000Z' },
        ],
      },
    }),
  );
  // Two burgers of £5.50, each with bacon for £1.00.
  expect(lines().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^2 ×Ferry burgerBaconAllergens not stated£13\.00Ready/),
    expect.stringMatching(/^1 ×Café crèmeAllergens not stated£1\.70Waiting/),
  ]);
  expect(
    ['Table', 'Customer', 'Card', 'Small order fee', 'Tip', 'Refund total', 'Total'].map(beside),
  ).toEqual(['7', 'Priya Raman', 'Mastercard ending 4444', '£0.20', '£1.00', '−£1.50', '£7.70']);
  expect(within(detail()).getByText(/^Refund, .* · Cold chips$/)).toBeTruthy();
});

it('keeps a refund that came back, with both dates, and a total that leaves it out', async () => {
  const refund = { id: 'r', amount: pence(150), reason: 'Cold chips', createdAt: '2026-11-21T12:30:00.000Z' };
  const cameBack = [{ ...refund, cameBackAt: '2026-11-24T09:00:00.000Z' }];
  await showDetail(
    sampleOrder({ status: 'complete', payment: { captureError: null, refunds: [], cameBack } }),
  );
  const amounts = [/^Refund, .* · Cold chips$/, /^It came back, /, 'Refund total'].map(
    (label) => within(detail()).getByText(label).nextElementSibling?.textContent,
  );
  expect(amounts).toEqual(['−£1.50', '£1.50', '£0.00']);
});

it('says of a refund on its way why it cannot be confirmed, and no more than that it is if it just is not yet', async () => {
  const why = 'It cannot be seen whether it was made.';
  const payment = { captureError: null, refunds: [], refundPending: pence(150) };
  await showDetail(sampleOrder({ status: 'complete', payment: { ...payment, refundProblem: why } }));
  expect(beside(`Refund on its way · ${why}`)).toBe('−£1.50');
  cleanup();
  await showDetail(sampleOrder({ status: 'complete', payment }));
  expect(beside('Refund on its way')).toBe('−£1.50');
});

it('moves the items that were ticked, with the version that was seen, and unticks them once they are moved', async () => {
  const { user, server } = await showDetail(sampleOrder({ status: 'deliver_waiting', version: 5 }));
  await user.click(within(detail()).getByRole('checkbox', { name: /Ferry burger/ }));
  await user.click(
    within(screen.getByRole('group', { name: 'Move 1 item to' })).getByRole('button', { name: 'Ready' }),
  );
  expect(await within(detail()).findByRole('button', { name: 'Ready' })).toBeTruthy();
  expect(server.requests.filter(({ call }) => call.startsWith('POST '))).toMatchObject([
    {
      call: 'POST /api/sellers/orders/progress/order-1',
      version: '"5"',
      body: { items: ['line-1'], status: 'ready' },
    },
  ]);
  expect(lines().map(({ textContent }) => /Ready|Waiting/.exec(textContent)?.[0])).toEqual([
    'Ready',
    'Waiting',
  ]);
  expect(screen.queryByRole('group', { name: /^Move/ })).toBeNull();
});

it('keeps what is ticked while others are moved', async () => {
  const { user } = await showDetail(sampleOrder({ status: 'deliver_waiting', version: 5 }));
  const box = (name: RegExp) => within(detail()).getByRole<HTMLInputElement>('checkbox', { name });
  await user.click(box(/Ferry burger/));
  act(() => {
    within(screen.getByRole('group', { name: 'Move 1 item to' }))
      .getByText('Ready')
      .click();
    box(/Café crème/).click();
  });
  await waitFor(() => expect(box(/Ferry burger/).checked).toBe(false));
  expect(lines()[0]?.textContent).toContain('Ready');
  expect(box(/Café crème/).checked).toBe(true);
});

it('offers no step where nobody may act', async () => {
  await showDetail(sampleOrder(), false);
  const names = within(detail())
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(['Back to the board', 'Print ticket', 'Print receipt']);
  expect(within(detail()).queryByRole('checkbox')).toBeNull();
});

it('leads from a closed order to its refund', async () => {
  const closed = sampleOrder({
    status: 'complete',
    itemStatus: [
      { id: 'line-1', status: 'complete' },
      { id: 'line-2', status: 'complete' },
    ],
    endedAt: '2026-11-21T13:00:00.000Z',
    completedAt: '2026-11-21T13:00:00.000Z',
  });
  const { user } = await showDetail(closed);
  await user.click(within(detail()).getByRole('button', { name: 'Refund' }));
  expect(screen.getByRole('dialog', { name: 'Refund order 42' })).toBeTruthy();
});

it('says of an order that was cancelled that it was charged all the same, and offers the refund (P12)', async () => {
  await showDetail(sampleChargedOrder());
  expect(within(detail()).getByText(/^Cancelled, but the customer was charged: /)).toBeTruthy();
  expect(within(detail()).getByRole('button', { name: 'Refund' })).toBeTruthy();
});
