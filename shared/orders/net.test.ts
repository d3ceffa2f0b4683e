import { describe, expect, it } from 'vitest';
import type { Order } from '../api/orders.ts';
import { feesFor } from '../base/fees.ts';
import { pence } from '../base/money.ts';
import { moneyStateOf } from './money-state.ts';
import { netOfOrder, netText } from './net.ts';

const fee = (platform: number, card: number): NonNullable<Order['payment']['feesTaken']> => [
  { kind: 'platform', amount: pence(platform) },
  { kind: 'card', amount: pence(card) },
];
/** An order of £15.00, or of £7.20 with its 20p, with what the ledger has of it. */
const priced = (amount: number, serviceCharge: number, payment: Partial<Order['payment']> = {}) => ({
  amount: pence(amount),
  serviceCharge: pence(serviceCharge),
  fees: feesFor(pence(amount)),
  refunded: pence(0),
  payment: { refunds: [], captureError: null, ...payment },
});
const capture = (amount: number, platform: number, card: number) => [
  { kind: 'capture', account: 'customer', amount: 0 - amount },
  { kind: 'capture', account: 'seller', amount: amount - platform - card },
  { kind: 'capture', account: 'platform', amount: platform },
  { kind: 'capture', account: 'card-provider', amount: card },
];
const moved = (kind: string, amounts: Record<string, number>) =>
  Object.entries(amounts).map(([account, amount]) => ({ kind, account, amount }));
const told = (order: ReturnType<typeof priced>) => {
  const net = netOfOrder(order);
  if (!net) throw new Error('There is no net');
  const all = net.deductions.reduce((total, { amount }) => total + amount, 0);
  expect(net.charged - all - net.refunded, 'each line is told').toBe(net.net);
  return [netText(net), ...net.deductions.map(({ label, amount }) => `${label} ${amount}`)];
};

describe('what an order leaves its seller (D23)', () => {
  it('is an estimate before its money is taken, and until the card provider has booked it', () => {
    const estimate = ['£15.00 → est. £14.70', 'Platform’s fee 5', 'Card provider’s fee 25'];
    expect(told(priced(1500, 0))).toEqual(estimate);
    expect(told(priced(1500, 0, { ledger: capture(1500, 5, 25) }))).toEqual(estimate);
  });

  it('is the provider’s figure afterwards, with each deduction by its name', () => {
    const fees = moved('fees', { seller: -18, 'card-provider': 18 });
    expect(
      told(priced(1500, 0, { ledger: [...capture(1500, 5, 25), ...fees], feesTaken: fee(5, 43) })),
    ).toEqual([
      '£15.00 → £14.52',
      'Platform’s fee 5',
      'Card provider’s fee 25',
      'Its fixed 20p 20',
      'Its fee below the estimate -2',
    ]);
    const abroad = moved('fees', { seller: -44, 'card-provider': 44 });
    expect(
      told(priced(1500, 0, { ledger: [...capture(1500, 5, 25), ...abroad], feesTaken: fee(5, 69) })),
    ).toContain('Its fee beyond the estimate 24');
  });

  it('names the charge of a small order, which pays the fixed part', () => {
    const fees = moved('fees', { seller: 1, 'card-provider': -1 });
    const small = { ledger: [...capture(720, 5, 32), ...fees], feesTaken: fee(5, 31) };
    expect(told(priced(720, 20, small))).toEqual([
      '£7.20 → £6.84',
      'Platform’s fee 5',
      'Card provider’s fee 12',
      'Small order fee, for its fixed part 20',
      'Its fee below the estimate -1',
    ]);
  });

  it('tells refunds, disputes and whatever else the ledger has', () => {
    const ledger = [
      ...capture(1500, 5, 25),
      ...moved('refund', { customer: 500, seller: -500 }),
      ...moved('refund-failed', { customer: -200, seller: 200 }),
      ...moved('dispute', { seller: -1000, dispute: 1000 }),
      ...moved('other', { seller: -3, other: 3 }),
    ];
    const order = priced(1500, 0, { ledger });
    expect(netOfOrder(order)).toMatchObject({ charged: 1500, refunded: 300, net: 167 });
    expect(told(order)).toEqual(expect.arrayContaining(['Dispute 1000', 'Other 3']));
  });

  it('is left out where a server tells no fees', () => {
    expect(netOfOrder({ ...priced(1500, 0), fees: [] })).toBeNull();
  });
});

it('an order counts as taken by the ledger, whatever its status says (D20)', () => {
  const order = { status: 'payment_capture' as const, payment: priced(1500, 0).payment };
  expect(moneyStateOf(order)).toBe('at-risk');
  const payment = { ...order.payment, ledger: capture(1500, 5, 25) };
  expect(moneyStateOf({ ...order, payment })).toBe('taken');
});
