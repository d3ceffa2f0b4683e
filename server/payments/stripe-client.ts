import Stripe from 'stripe';

export type StripeSettings = {
  secretKey: string;
  /** Names the platform to Stripe's own form in guests' browsers. */
  publishableKey: string | null;
  /** Any of these may have signed an event: the old and the new one while the secret is being rotated. */
  webhookKeys: string[];
  /** The platform's client id, for connecting sellers' accounts; null if that is not set up. */
  clientId: string | null;
  /** Another host than Stripe's own, such as a stand-in. */
  apiBase: string | null;
};

/** The API version that our types describe; Stripe keeps answering in it after newer ones appear. */
export const STRIPE_VERSION = '2026-10-28.endive';

/** Less than the 7 s after which an order's step gives up, so that the step gets the reason. */
const REQUEST_TIMEOUT_MS = 6_500;

export function stripeClient({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion: STRIPE_VERSION,
    timeout: REQUEST_TIMEOUT_MS,
    // Retries come from the database, with backoff and the same key; a second loop here would only delay the
    // customer. (The library still retries once after a connection that had been closed.)
    maxNetworkRetries: 0,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}
