import Stripe from 'stripe';

/**
 * Whether a request certainly had no effect, nor an earlier attempt with the same key: Stripe checks who asks, and
 * then repeats the first answer. A rejected API key, too many requests, a server error or a lost connection prove
 * nothing.
 */
export function certainlyNotDone(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
  );
}

/**
 * Whether this is the answer that an earlier request with the same key got: Stripe repeats it for a day, also a fault of
 * its own.
 */
export function isRepeated(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
}

/** Whether the card's bank, or Stripe for it, declined. Another refused request says nothing of the card. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

/** Whether our key has no access to the account (any more), as its owner has disconnected it. */
export function isDisconnected(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError;
}

/** The intent on which a refused card was tried; it exists all the same. */
export function refusedIntent(error: unknown): string | null {
  return error instanceof Stripe.errors.StripeError ? (error.payment_intent?.id ?? null) : null;
}

/**
 * A sentence for a person. What Stripe says of a key or of what it may do names the key, so that is told in other words.
 */
export function messageOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeConnectionError) return 'The card provider could not be reached.';
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'The card provider does not know us.';
  if (isDisconnected(error)) return 'The Stripe account is not connected any more.';
  return error instanceof Error && error.message !== '' ? error.message : 'The card provider failed.';
}
