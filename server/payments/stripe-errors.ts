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

/** The intent on which a refused card was tried; it exists all the same. */
export function refusedIntent(error: unknown): string | null {
  return error instanceof Stripe.errors.StripeError ? (error.payment_intent?.id ?? null) : null;
}

/** A sentence for a person. Errors that only show a wrong setup of ours go to the log, with their `type`. */
export function messageOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeConnectionError) return 'The card provider could not be reached.';
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'The card provider does not know us.';
  return error instanceof Error && error.message !== '' ? error.message : 'The card provider failed.';
}
