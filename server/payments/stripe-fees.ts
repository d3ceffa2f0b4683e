import { pence } from '#shared/base/money.ts';
import type Stripe from 'stripe';
import type { TakenFees } from './payment-provider.ts';
import type { IntentAt } from './stripe-intents.ts';

type FeesTold = { kind: 'told'; fees: TakenFees } | { kind: 'unknown'; message: string };

/** What Stripe took from a payment, by its balance transaction on the seller's account. */
export async function feesAtStripe(stripe: Stripe, { account, intent }: IntentAt): Promise<FeesTold> {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(
    intent,
    { expand: ['latest_charge.balance_transaction'] },
    { stripeAccount: account },
  );
  const booked = typeof charge === 'object' ? (charge?.balance_transaction ?? null) : null;
  if (booked === null || typeof booked === 'string') return unknown('The payment is not booked yet.');
  if (booked.currency !== 'gbp') return unknown(`The account is kept in ${booked.currency}.`);
  const sumOf = (isOurs: boolean) =>
    booked.fee_details
      .filter(({ type }) => (type === 'application_fee') === isOurs)
      .reduce((total, { amount }) => total + amount, 0);
  return { kind: 'told', fees: { platform: pence(sumOf(true)), card: pence(sumOf(false)) } };
}

function unknown(message: string): FeesTold {
  return { kind: 'unknown', message };
}
