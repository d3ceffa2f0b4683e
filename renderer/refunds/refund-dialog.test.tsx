// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { feesFor, serviceChargeFor } from '#shared/base/fees.ts';
import { pence } from '#shared/base/money.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { pressTwice, showOrder } from '../../tests/support/components/show.tsx';
import { orderChanged } from '../state/orders-slice.ts';
import { RefundDialog } from './refund-dialog.tsx';

/** A closed order of £5.50, below £8: with its 20p, £5.70 was charged. */
function smallOrder(changes: Partial<Order> = {}): Order {
  const serviceCharge = serviceChargeFor(pence(550));
  const amount = pence(550 + serviceCharge);
  return sampleOrder({
    status: 'complete',
    version: 6,
    amount,
    serviceCharge,
    tip: pence(0),
    fees: feesFor(amount),
    completedAt: '2026-11-21T13:00:00.000Z',
    endedAt: '2026-11-21T13:00:00.000Z',
    ...changes,
  });
}
async function showDialog(order = smallOrder()) {
  let closed = 0;
  const shown = await showOrder(order, (now) => <RefundDialog order={now} onClose={() => (closed += 1)} />);
  return { ...shown, closed: () => closed };
}
const dialog = () => within(screen.getByRole('dialog', { name: 'Refund order 42' }));
const amount = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'Amount to refund' });
const confirmation = () => dialog().getByRole<HTMLInputElement>('checkbox', { name: /^Yes, refund/ });
const button = (name: string | RegExp) => dialog().getByRole<HTMLButtonElement>('button', { name });
const beside = (label: string) => dialog().getByText(label).nextElementSibling?.textContent;

it('takes no more than is left, and what is no amount is not typed at all', async () => {
  const { user } = await showDialog(
    smallOrder({
      refunded: pence(100),
      payment: { refunds: [], captureError: null, refundPending: pence(70) },
    }),
  );
  expect(dialog().getByText('At most £4.00.')).toBeTruthy();
  await user.type(amount(), '£9x9.999');
  expect(amount().value).toBe('99.99');
  await user.tab();
  expect(amount().value).toBe('4.00');
  expect(button('Full Refund').disabled).toBe(true);
  expect([beside('Refunded already'), beside('On its way back'), beside('The customer gets')]).toEqual([
    '£1.00',
    '£0.70',
    '£4.00',
  ]);
  await user.clear(amount());
  await user.type(amount(), '0.00');
  expect(confirmation().disabled).toBe(true);
  expect(button('Partial Refund').disabled).toBe(true);
});

it('gives the 20p of an order below £8 back with the rest, and says what the business is left with', async () => {
  const { user } = await showDialog();
  expect(beside('The customer paid')).toBe('£5.70');
  await user.type(amount(), '5.50');
  // round(5 + 1.65 % of £5.70) is 14p, and the 20p goes to the card provider.
  expect(beside('Fees that stay with the business')).toBe('est. £0.34');
  expect(beside('Net after this refund')).toBe('est. −£0.14');
  expect(beside('Left to refund afterwards')).toBe('£0.20');
  expect(button('Partial Refund')).toBeTruthy();
  await user.clear(amount());
  await user.type(amount(), '5.70');
  expect(beside('Left to refund afterwards')).toBe('£0.00');
  expect(button('Full Refund')).toBeTruthy();
});

it('refunds once for two quick presses after a confirmation that any change of the amount takes back', async () => {
  const { user, server, closed } = await showDialog();
  await user.type(amount(), '0.29');
  await user.click(confirmation());
  await user.type(amount(), '9');
  expect(confirmation().checked).toBe(false);
  await user.clear(amount());
  await user.type(amount(), '0.29');
  await user.click(confirmation());
  await user.type(dialog().getByRole('textbox', { name: 'Reason (optional)' }), ' Cold chips ');
  pressTwice(button('Partial Refund'));
  await within(screen.getByRole('status')).findByText('£0.29 of order 42 is refunded.');
  expect(closed()).toBe(1);
  expect(server.requests).toMatchObject([
    {
      call: 'POST /api/sellers/orders/refund/order-1',
      version: '"6"',
      body: { amountToRefund: 29, orderId: 'order-1', outletId: 'outlet-1', reason: 'Cold chips' },
    },
  ]);
  expect(server.stored.refunded).toBe(29);
});

it('sends a refund again by itself where the connection broke, and says nothing of it (D49)', async () => {
  const { user, server, closed } = await showDialog();
  server.losing = 2;
  await user.type(amount(), '2.50');
  await user.click(confirmation());
  await user.click(button('Partial Refund'));
  expect(button('One moment')).toBeTruthy();
  await within(screen.getByRole('status')).findByText(
    '£2.50 of order 42 is refunded.',
    {},
    { timeout: 4_000 },
  );
  expect(closed()).toBe(1);
  expect(server.requests).toHaveLength(3);
  expect(new Set(server.requests.map(({ key }) => key)).size).toBe(1);
  expect(server.stored.refunded).toBe(250);
});

it('asks about the same refund again where its answer was lost, and makes no second one', async () => {
  const { user, server, closed } = await showDialog();
  server.losing = 1;
  server.loses = 'with-500';
  await user.type(amount(), '2.50');
  await user.click(confirmation());
  await user.click(button('Partial Refund'));
  expect(await dialog().findByText(/^£2\.50 may already be on its way\./)).toBeTruthy();
  expect(dialog().queryByRole('textbox')).toBeNull();
  await user.click(button('Check again'));
  await within(screen.getByRole('status')).findByText('£2.50 of order 42 is refunded.');
  expect(closed()).toBe(1);
  const keys = server.requests.filter(({ call }) => call.startsWith('POST ')).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(server.stored.refunded).toBe(250);
});

it('a refund that was made is not said to be unmade by a server that has lost its key (D49)', async () => {
  const { user, server, closed } = await showDialog();
  server.losing = 1;
  server.loses = 'with-500';
  await user.type(amount(), '2.50');
  await user.click(confirmation());
  await user.click(button('Partial Refund'));
  server.keepsKeys = false;
  await user.click(await dialog().findByRole('button', { name: 'Check again' }));
  await within(screen.getByRole('status')).findByText('£2.50 of order 42 is refunded.');
  expect(closed()).toBe(1);
  expect(server.stored.refunded).toBe(250);
});

/** A closed order of two burgers with bacon and a coffee: £14.70, and a tip of £1. */
const closedOrder = (payment: Partial<Order['payment']> = {}) =>
  sampleOrder({
    status: 'complete',
    version: 6,
    fees: feesFor(pence(1570)),
    payment: { refunds: [], captureError: null, refundedLines: [], ...payment },
  });
const line = (name: RegExp) => dialog().getByRole<HTMLInputElement>('checkbox', { name });

it('fills in what the chosen lines cost with their options, and sends which they are (D28)', async () => {
  const { user, server } = await showDialog(closedOrder());
  expect(dialog().getByText('Options are included; the tip is not.')).toBeTruthy();
  await user.click(line(/Ferry burger/));
  expect(amount().value).toBe('13.00');
  await user.selectOptions(dialog().getByRole('combobox', { name: 'How many Ferry burger' }), '1');
  await user.click(line(/Café crème/));
  expect(amount().value).toBe('8.20');
  await user.click(confirmation());
  await user.click(line(/Café crème/));
  expect([amount().value, confirmation().checked]).toEqual(['6.50', false]);
  await user.click(confirmation());
  await user.click(button('Partial Refund'));
  await within(screen.getByRole('status')).findByText('£6.50 of order 42 is refunded.');
  const lines = [{ id: 'line-1', quantity: 1 }];
  expect(server.requests.at(-1)?.body).toMatchObject({ amountToRefund: 650, lines });
  expect(server.stored.payment.refundedLines).toEqual(lines);
});

it('fills in no more than is left of the order, and offers no line twice', async () => {
  const { user } = await showDialog({
    ...closedOrder({
      refundedLines: [
        { id: 'line-1', quantity: 1 },
        { id: 'line-2', quantity: 1 },
      ],
    }),
    refunded: pence(1000),
  });
  expect(line(/Café crème/).disabled).toBe(true);
  await user.click(line(/Ferry burger/));
  expect(amount().value).toBe('5.70');
  expect(dialog().queryByRole('combobox')).toBeNull();
});

it('says so at once where somebody else refunds a line that is chosen, and refunds nothing', async () => {
  const order = closedOrder();
  const { user, store, server } = await showDialog(order);
  await user.click(line(/Café crème/));
  await user.click(confirmation());
  const theirs = {
    ...order.payment,
    refundedLines: [{ id: 'line-2', quantity: 1 }],
    refundPending: pence(170),
  };
  act(() => void store.dispatch(orderChanged({ ...order, version: 7, payment: theirs })));
  expect(dialog().getByText('Café crème is refunded already, or its refund is on its way.')).toBeTruthy();
  expect(button('Partial Refund').disabled).toBe(true);
  expect(server.requests).toEqual([]);
});

it('chooses no lines at a server that does not know of them (D2)', async () => {
  const { refundedLines: _none, ...payment } = closedOrder().payment;
  await showDialog({ ...closedOrder(), payment });
  expect(dialog().queryByRole('group')).toBeNull();
});

it('a confirmation holds for what was left then: somebody else’s refund meanwhile asks again', async () => {
  const { user, store } = await showDialog();
  await user.type(amount(), '2.00');
  await user.click(confirmation());
  expect(button('Partial Refund').disabled).toBe(false);
  const theirs = smallOrder({ version: 7, refunded: pence(200) });
  await act(async () => void store.dispatch(orderChanged(theirs)));
  expect(button('Partial Refund').disabled).toBe(true);
  const said = 'Meanwhile £2.00 of this order was refunded. Please look again, and confirm anew.';
  expect(dialog().getByText(said)).toBeTruthy();
  await user.click(confirmation());
  expect(button('Partial Refund').disabled).toBe(false);
  expect(dialog().queryByText(said)).toBeNull();
});
