import type { LedgerSum, Order } from '../api/orders.ts';
import { deductionsOf, rates } from '../base/fees.ts';
import { formatPence } from '../base/money.ts';

/** What is taken from an order's amount, by its name; negative if less was taken than estimated. */
export type Deduction = { label: string; amount: number };

/** What an order leaves its seller, in pence: `charged` less the deductions and the refunds is `net`. */
export type Net = {
  charged: number;
  deductions: Deduction[];
  refunded: number;
  net: number;
  /** The card provider has not booked the payment yet. */
  estimated: boolean;
};

const known = new Set(['customer', 'seller', 'platform', 'card-provider', 'dispute']);

type Priced = Pick<Order, 'amount' | 'serviceCharge' | 'fees' | 'refunded' | 'payment'>;

/**
 * The one place where a net is worked out: from the ledger once money moved, and otherwise from the estimate of the
 * order's placing. Null if its server tells no fees.
 */
export function netOfOrder(order: Priced): Net | null {
  const { ledger } = order.payment;
  if (!ledger) return order.fees.length === 0 ? null : estimateOf(order);
  const sumOf = (account: string) => sum(ledger.filter((entry) => entry.account === account));
  const taken = sum(ledger.filter(({ kind, account }) => kind === 'capture' && account === 'customer'));
  return {
    charged: 0 - taken,
    deductions: [
      ...named('Platform’s fee', sumOf('platform')),
      ...cardDeductions(order, sumOf('card-provider')),
      ...named('Dispute', sumOf('dispute')),
      ...named('Other', sum(ledger.filter(({ account }) => !known.has(account)))),
    ],
    refunded: sumOf('customer') - taken,
    net: sumOf('seller'),
    estimated: order.payment.feesTaken === undefined,
  };
}

/** Whether the ledger, if the server tells it, says that the order's money was taken; null if it does not. */
export function isTakenByLedger({ ledger }: Order['payment']): boolean | null {
  return ledger ? ledger.some(({ kind }) => kind === 'capture') : null;
}

/** `£15.00 → est. £14.70`, and without `est.` once the card provider has booked it. */
export function netText({ charged, net, estimated }: Net): string {
  return `${formatPence(charged)} → ${amountText({ amount: net, estimated })}`;
}

export function amountText({ amount, estimated }: { amount: number; estimated: boolean }): string {
  return `${estimated ? 'est. ' : ''}${formatPence(amount)}`;
}

function estimateOf(order: Priced): Net {
  const { platform, card } = deductionsOf({ ...order, feesTaken: order.payment.feesTaken });
  const estimated = order.payment.feesTaken === undefined;
  return {
    charged: order.amount,
    deductions: [...named('Platform’s fee', platform), ...cardDeductions(order, card)],
    refunded: order.refunded,
    net: order.amount - platform - card - order.refunded,
    estimated,
  };
}

/**
 * What the card provider takes: its share as estimated, the charge of a small order, and, once it has booked the payment,
 * what else it took. Its fixed 20p are paid by that charge, or else by the seller.
 */
function cardDeductions({ serviceCharge, fees, payment }: Priced, card: number): Deduction[] {
  const estimate = fees.reduce((total, { kind, amount }) => total + (kind === 'card' ? amount : 0), 0);
  const beyond = card - estimate - serviceCharge;
  const fixed = payment.feesTaken !== undefined && serviceCharge === 0 && beyond > 0 ? rates.cardFeeFixed : 0;
  return [
    ...named('Card provider’s fee', estimate),
    ...named('Small order fee, for its fixed part', serviceCharge),
    ...named('Its fixed 20p', fixed),
    ...named(beyond > fixed ? 'Its fee beyond the estimate' : 'Its fee below the estimate', beyond - fixed),
  ];
}

function named(label: string, amount: number): Deduction[] {
  return amount === 0 ? [] : [{ label, amount }];
}

function sum(entries: readonly LedgerSum[]): number {
  return entries.reduce((total, { amount }) => total + amount, 0);
}
