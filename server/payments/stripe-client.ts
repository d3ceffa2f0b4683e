import Stripe from 'stripe';

export type StripeSettings = {
  secretKey: string;
  /** Any of these may have signed an event: the new one and the old while they are being changed over. */
  webhookSecrets: string[];
  /** The platform's own, for connecting sellers' accounts; null where that is not set up. */
  clientId: string | null;
  /** Another host than Stripe's own, such as a stand-in. */
  apiBase: string | null;
};

/** The version our shapes are of; Stripe goes on answering in it when it makes new ones. */
export const STRIPE_VERSION = '2026-10-28.endive';

/** Less than the 7 s that an order's steps wait, so that they hear why. */
const REQUEST_TIMEOUT_MS = 6_500;

export function stripeClient({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion: STRIPE_VERSION,
    timeout: REQUEST_TIMEOUT_MS,
    // Orders are asked about again from the database, with backoff and the same key; a second loop inside the first
    // would only keep a customer waiting. (A connection that had been closed the library tries once more all the same.)
    maxNetworkRetries: 0,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}
