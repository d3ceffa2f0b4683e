import Stripe from 'stripe';

/** The content of an event: an order's payment, or an account itself, may have changed. */
export type CardEvent = {
  id: string;
  /**
   * It is of Stripe's other mode: accounts have one id in both, and an endpoint for live events gets those of connected
   * accounts' test mode as well. It says nothing of what this server's key reaches.
   */
  isOfOtherMode: boolean;
  createdAt: Date;
  /** The account's owner has disconnected it. */
  disconnects: boolean;
  /** Something besides a payment was booked on the account: a payout, a dispute, or a refund's end. */
  movesBalance: boolean;
  account: string | null;
  orderId: string | null;
};

export type StripeEvents = {
  /** Null for anything that Stripe did not sign, or did not sign recently. `body` is exactly what was received. */
  read(body: Buffer, signature: string, now: Date): CardEvent | null;
};

/** In both directions: a signature from the future would be valid for as long again. */
const TOLERANCE_S = 300;

/**
 * @param secrets any of these may have signed the event
 * @param secretKey says in which of Stripe's modes the server works
 */
export function stripeEvents(secrets: string[], secretKey: string): StripeEvents {
  const mode = /^[rs]k_(live|test)_/.exec(secretKey)?.[1];
  const isOfOtherMode = (livemode: unknown) =>
    mode !== undefined && typeof livemode === 'boolean' && livemode !== (mode === 'live');
  return {
    read(body, signature, now) {
      const times = signature.split(',').filter((part) => part.startsWith('t='));
      // The library reads the last of several timestamps; Stripe sends exactly one.
      const sent = times.length === 1 ? Number(times[0]?.slice(2)) : Number.NaN;
      if (!(sent <= now.getTime() / 1000 + TOLERANCE_S)) return null;
      for (const secret of secrets) {
        const event = verified(body, signature, secret, now);
        if (event) return cardEvent(event, isOfOtherMode(event.livemode));
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

/** Events follow Stripe's documented shape, but some kinds lack the object that they are about. */
function cardEvent(
  { id, type, account, created, data }: Partial<Stripe.Event>,
  isOfOtherMode: boolean,
): CardEvent | null {
  if (typeof id !== 'string' || typeof created !== 'number') return null;
  const about: object = data?.object ?? {};
  const metadata = 'metadata' in about ? (about.metadata as Stripe.Metadata | null) : null;
  return {
    id,
    isOfOtherMode,
    createdAt: new Date(created * 1000),
    disconnects: type === 'account.application.deauthorized',
    movesBalance: /^(payout|charge\.dispute|charge\.refund|refund)/.test(type ?? ''),
    account: account ?? null,
    orderId: metadata?.['order_id'] ?? null,
  };
}
