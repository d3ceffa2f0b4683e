import Stripe from 'stripe';

/**
 * Whether what was asked has not happened, and did not happen at an earlier attempt with the same key either: Stripe
 * repeats the first answer before it looks at anything but who asks. A key that is wrong now, too many requests, a
 * fault of theirs or a lost connection say nothing of that.
 */
export function certainlyNotDone(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
  );
}

/** The intent that a refused card was tried on, which is there all the same. */
export function refusedIntent(error: unknown): string | null {
  return error instanceof Stripe.errors.StripeError ? (error.payment_intent?.id ?? null) : null;
}

/** A sentence for a person. What only says that we set something up wrongly is for the log, and has it from `type`. */
export function messageOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeConnectionError) return 'The card provider could not be reached.';
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'The card provider does not know us.';
  return error instanceof Error && error.message !== '' ? error.message : 'The card provider failed.';
}
