import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';

/** What a payment or a refund did to the account's balance, with the fees by name. */
export type FakeBalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'type' | 'amount' | 'fee' | 'net' | 'currency' | 'created'
> & { fee_details: { type: string; amount: number; currency: string; description: string }[] };

/** Stripe's prices in Britain, in hundredths of a per cent, by where the card is from; 20p are added to each. */
const rates = { home: 150, europe: 250, elsewhere: 325 };

/** Stripe's test cards of other countries; all others count as British. */
const cardsAbroad: Record<string, keyof typeof rates> = { pm_card_fr: 'europe', pm_card_us: 'elsewhere' };

export type CardOrigin = keyof typeof rates;
export const originOf = (method: string): CardOrigin => cardsAbroad[method.replace(/_\d+$/, '')] ?? 'home';

/** A captured payment: what it charged, less Stripe's fee and the platform's. */
export function chargeTransaction(
  amount: number,
  applicationFee: number,
  origin: CardOrigin,
  created: number,
): FakeBalanceTransaction {
  const stripeFee = Math.round((amount * rates[origin]) / 10_000) + 20;
  return transaction('charge', amount, created, [
    { type: 'stripe_fee', amount: stripeFee, currency: 'gbp', description: 'Stripe processing fees' },
    { type: 'application_fee', amount: applicationFee, currency: 'gbp', description: 'Application fee' },
  ]);
}

/** Stripe keeps its fee for a payment that is given back. */
export function refundTransaction(amount: number, created: number): FakeBalanceTransaction {
  return transaction('refund', 0 - amount, created, []);
}

function transaction(
  type: 'charge' | 'refund',
  amount: number,
  created: number,
  details: FakeBalanceTransaction['fee_details'],
): FakeBalanceTransaction {
  const fee = details.reduce((total, one) => total + one.amount, 0);
  return {
    id: `txn_${randomUUID().replaceAll('-', '')}`,
    object: 'balance_transaction',
    type,
    amount,
    fee,
    net: amount - fee,
    currency: 'gbp',
    created,
    fee_details: details,
  };
}
