import type Stripe from 'stripe';
import type { PaymentOutcome } from './payment-provider.ts';

export const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';

export function outcomeOf(refund: Stripe.Refund): PaymentOutcome {
  const { status, failure_reason: reason } = refund;
  if (status === 'succeeded') return { kind: 'done' };
  if (hasFailed(refund)) return failed(`The refund did not go through${reason ? `: ${reason}` : ''}.`);
  return unknown('The refund is on its way.');
}

export function failed(message: string): PaymentOutcome {
  return { kind: 'failed', message };
}

export function unknown(message: string): PaymentOutcome {
  return { kind: 'unknown', message };
}
