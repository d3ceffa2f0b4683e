import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';

/** What moved the account's balance, with the fees by name. */
export type FakeBalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'type' | 'reporting_category' | 'amount' | 'fee' | 'net' | 'currency' | 'created'
> & {
  fee_details: { type: string; amount: number; currency: string; description: string }[];
  /** The id of the charge, refund, dispute or payout that it is of; null for what Stripe does on its own. */
  source: string | null;
  /** The payout that it was paid out with; Stripe shows it only by listing a payout's transactions. */
  paidOutWith: string | null;
};

/** Stripe's prices in Britain, in hundredths of a per cent, by where the card is from; 20p are added to each. */
export const usualPrices = { home: 150, europe: 250, elsewhere: 325, dispute: 2_000 };
export type Prices = typeof usualPrices;

export type CardOrigin = 'home' | 'europe' | 'elsewhere';
/** Stripe's test cards of other countries; all others count as British. */
const cardsAbroad: Record<string, CardOrigin> = { pm_card_fr: 'europe', pm_card_us: 'elsewhere' };
export const countries: Record<CardOrigin, string> = { home: 'GB', europe: 'FR', elsewhere: 'US' };
export const originOf = (method: string): CardOrigin => cardsAbroad[method.replace(/_\d+$/, '')] ?? 'home';

type Movement = { source: string; amount: number; created: number };

/** A captured payment: what it charged, less Stripe's fee and the platform's. */
export function chargeTransaction(
  { source, amount, created }: Movement,
  applicationFee: number,
  basisPoints: number,
): FakeBalanceTransaction {
  const stripeFee = Math.round((amount * basisPoints) / 10_000) + 20;
  return transaction('charge', 'charge', { source, amount, created }, [
    { type: 'stripe_fee', amount: stripeFee, currency: 'gbp', description: 'Stripe processing fees' },
    { type: 'application_fee', amount: applicationFee, currency: 'gbp', description: 'Application fee' },
  ]);
}

/** Anything else that moves the balance; `amount` is negative for what leaves it. */
export function movement(
  type: 'refund' | 'refund_failure' | 'adjustment' | 'payout' | 'payout_failure' | 'stripe_fee',
  category: string,
  { source, amount, created }: Omit<Movement, 'source'> & { source: string | null },
  fee = 0,
): FakeBalanceTransaction {
  const details = { type: 'stripe_fee', amount: fee, currency: 'gbp', description: 'Stripe fee' };
  return transaction(type, category, { source, amount, created }, fee === 0 ? [] : [details]);
}

function transaction(
  type: Stripe.BalanceTransaction.Type,
  category: string,
  { source, amount, created }: Omit<Movement, 'source'> & { source: string | null },
  details: FakeBalanceTransaction['fee_details'],
): FakeBalanceTransaction {
  const fee = details.reduce((total, one) => total + one.amount, 0);
  return {
    id: `txn_${randomUUID().replaceAll('-', '')}`,
    object: 'balance_transaction',
    type,
    reporting_category: category,
    amount,
    fee,
    net: amount - fee,
    currency: 'gbp',
    created,
    fee_details: details,
    source,
    paidOutWith: null,
  };
}
