/** The stand-in for Stripe in its own process, with one connected account. */
import { fakeStripe } from '../../server/testing/fake-stripe.ts';
import { answers } from './bench-process.ts';

const stripe = await fakeStripe();
const { secretKey, webhookKey } = stripe;
answers(stripe.origin, {
  secrets: () => ({ secretKey, webhookKey }),
  connect: (account: string) => void stripe.account(account),
  /** How many payments were requested so far. */
  asked: () =>
    stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents').length,
});
