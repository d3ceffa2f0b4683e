import type { Order } from '#shared/api/orders.ts';
import { refuse, type Refusal } from '../../http/refusal.ts';

/** Why a refund fails that was never asked for. */
export const NEVER_ASKED_FOR =
  'This payment was taken by a Stripe account that is not connected any more. Please refund it at Stripe.';

/** Why a refund stays unconfirmed that may have been asked for before. */
export const CANNOT_BE_SEEN =
  'The Stripe account that took this payment is not connected any more, so it cannot be seen whether this refund was made. Once that account is connected again, it is made unless it was; please do not refund it at Stripe as well.';

/** The same, where the provider failed on it and may still make it: it repeats its fault for a day. */
export const FAILED_THERE =
  'Stripe failed on this refund, and may still make it. It is asked for again by itself, which can take a day; please do not refund it twice.';

/** The same, where the provider refuses to say it. */
export const notSaid = (reason: string) =>
  `The card provider refuses to say whether this refund was made (“${reason}”). It is asked again by itself; please do not refund it twice.`;

/** Why a refund is not made that was asked for before another was made at the provider: that may have been made instead. */
export const MADE_MEANWHILE =
  'This payment was refunded elsewhere meanwhile, as at Stripe, so this refund was not made. Please look at the order again.';

export function refusedByProvider(reason: string): Refusal {
  return refuse(422, 'REFUND_REFUSED', reason || 'The card provider refused this refund.');
}

/** @param reason why it cannot be confirmed; null if the provider just does not answer */
export function unconfirmed(reason: string | null): Refusal {
  return refuse(
    503,
    'REFUND_UNCONFIRMED',
    reason ??
      'The card provider has not confirmed this refund yet. It is asked again by itself; please do not refund it twice.',
    { retryAfter: 10 },
  );
}

/** Whoever asked for a refund did not know of another one, and may have meant that very one. */
export function madeElsewhere(current: Order | undefined): Refusal {
  return refuse(
    409,
    'VERSION_CONFLICT',
    'This payment was refunded elsewhere meanwhile, as at Stripe. Nothing was refunded now: please look at the order again.',
    { current },
  );
}

/** Without a key or a version, a request sent again looks like one for a second refund. */
export function perhapsARepeat(current: Order | undefined): Refusal {
  return refuse(
    409,
    'VERSION_CONFLICT',
    'A refund of the same amount was requested before, and the answer did not say what became of it. Nothing was refunded now: please look at the order. To refund as much again, send its version (If-Match) or an Idempotency-Key.',
    { current },
  );
}
