import type Stripe from 'stripe';
import { messageOf } from './stripe-errors.ts';

export type Connected = { kind: 'connected'; account: string } | { kind: 'failed'; message: string };
export type StripeConnect = {
  /** The platform's id in the link to Stripe. */
  clientId: string;
  /** Exchanges the code that a seller came back with; Stripe accepts each code once. */
  exchange(code: string): Promise<Connected>;
};

export function stripeConnect(stripe: Stripe, clientId: string): StripeConnect {
  return {
    clientId,
    async exchange(code) {
      try {
        const { stripe_user_id: account } = await stripe.oauth.token({
          grant_type: 'authorization_code',
          code,
        });
        return account
          ? { kind: 'connected', account }
          : { kind: 'failed', message: 'Stripe named no account.' };
      } catch (error) {
        return { kind: 'failed', message: messageOf(error) };
      }
    },
  };
}
