import { paidCard, type PaidCard } from '#shared/api/paid-card.ts';
import type Stripe from 'stripe';
import type { HoldState } from './payment-provider.ts';

/** An intent exists on one connected account only, so our reference of a payment names both. */
export type IntentAt = { account: string; intent: string };

/** The shortest time that any card network holds money, for an intent that does not say. */
const SHORTEST_HOLD_S = 5 * 24 * 60 * 60;

export const PARTLY_TAKEN =
  'Only a part of this payment was taken, at Stripe itself. Please look at the payment there.';

/** Parses `acct_…/pi_…`. */
export function intentOf(reference: string): IntentAt {
  const [account = '', intent = ''] = reference.split('/');
  return { account, intent };
}

export function holdOfIntent(account: string, intent: Stripe.PaymentIntent): HoldState {
  const reference = `${account}/${intent.id}`;
  switch (intent.status) {
    case 'succeeded':
      return intent.amount_received === intent.amount
        ? { kind: 'taken', reference }
        : { kind: 'partly-taken', reference, message: PARTLY_TAKEN };
    case 'requires_capture':
      return { kind: 'held', reference, captureBefore: captureBefore(intent), card: cardOf(intent) };
    case 'requires_action':
      return { kind: 'action-needed', reference, clientSecret: intent.client_secret ?? '' };
    case 'requires_confirmation':
      return { kind: 'to-confirm', reference };
    case 'processing':
      return { kind: 'working', reference };
    case 'requires_payment_method':
      return {
        kind: 'refused',
        reference,
        message: intent.last_payment_error?.message ?? 'The card was declined.',
      };
    case 'canceled':
      return { kind: 'refused', reference: null, message: 'The hold on the card has ended.' };
    default:
      return { kind: 'unknown', message: `The card provider says ${intent.status}.` };
  }
}

/** Nothing of a card whose last four digits are not exactly that; a brand has none. */
function cardOf({ latest_charge: charge }: Stripe.PaymentIntent): PaidCard | null {
  const { brand = null, last4 = null } =
    (typeof charge === 'object' && charge?.payment_method_details?.card) || {};
  return paidCard.safeParse({ brand, lastFour: last4 }).data ?? null;
}

function captureBefore({ created, latest_charge: charge }: Stripe.PaymentIntent): Date {
  const told = typeof charge === 'object' ? charge?.payment_method_details?.card?.capture_before : undefined;
  return new Date((told ?? created + SHORTEST_HOLD_S) * 1000);
}
