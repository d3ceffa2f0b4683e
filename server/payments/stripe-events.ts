import Stripe from 'stripe';

/** What an event says: that something may have changed about an order's payment, or about an account itself. */
export type CardEvent = {
  id: string;
  createdAt: Date;
  /** The account's owner has disconnected it from us. */
  disconnects: boolean;
  account: string | null;
  orderId: string | null;
};

export type StripeEvents = {
  /** Null for anything that Stripe did not sign, or not just now. `body` is exactly what was received. */
  read(body: Buffer, signature: string, now: Date): CardEvent | null;
};

/** In both directions: a signature from the future would be good for as long again (hazards P9). */
const TOLERANCE_S = 300;

/** @param secrets any of these may have signed it */
export function stripeEvents(secrets: string[]): StripeEvents {
  return {
    read(body, signature, now) {
      const times = signature.split(',').filter((part) => part.startsWith('t='));
      // The library goes by the last of several; there is never more than one.
      const sent = times.length === 1 ? Number(times[0]?.slice(2)) : Number.NaN;
      if (!(sent <= now.getTime() / 1000 + TOLERANCE_S)) return null;
      for (const secret of secrets) {
        const event = verified(body, signature, secret, now);
        if (event) return cardEvent(event);
      }
      return null;
    },
  };
}

function verified(body: Buffer, signature: string, secret: string, now: Date): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, now.getTime());
  } catch {
    return null;
  }
}

/** What an event says is as Stripe describes it, but for what it is about: of some kinds that is not there. */
function cardEvent({ id, type, account, created, data }: Partial<Stripe.Event>): CardEvent | null {
  if (typeof id !== 'string' || typeof created !== 'number') return null;
  const about: object = data?.object ?? {};
  const metadata = 'metadata' in about ? (about.metadata as Stripe.Metadata | null) : null;
  return {
    id,
    createdAt: new Date(created * 1000),
    disconnects: type === 'account.application.deauthorized',
    account: account ?? null,
    orderId: metadata?.['order_id'] ?? null,
  };
}
