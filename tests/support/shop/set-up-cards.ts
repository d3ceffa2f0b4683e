import { afterAll, afterEach, beforeAll } from 'vitest';
import { fakeStripe, type FakeStripe } from '../../../server/testing/fake-stripe.ts';
import type { TestServerOptions } from '../../../server/testing/server.ts';
import { cardShop, stripeAt, type CardShop } from './card-shop.ts';
import { server, setUpServer } from './set-up.ts';

/** The Stripe stand-in of the test file that called {@link setUpStripe}, from its first test on. */
export let stripe: FakeStripe;
/** The shop of the test file that called {@link setUpCardShop}. */
export let shop: CardShop;

type Options = TestServerOptions & {
  /** A webhook secret that is good besides the stand-in's own. */
  oldSecret?: string;
  /** The platform's key at the stand-in; one of the test mode unless given. */
  secretKey?: string;
};

/** Opens a stand-in and a server that takes cards there, and closes both after the tests. */
export function setUpStripe({ oldSecret, secretKey, ...options }: Options = {}): void {
  beforeAll(async () => {
    stripe = await fakeStripe(secretKey);
  });
  afterAll(() => stripe.close());
  afterEach(() => stripe.behave(null));
  setUpServer(() => ({
    ...options,
    stripe: stripeAt(stripe, [stripe.webhookKey, ...(oldSecret === undefined ? [] : [oldSecret])]),
  }));
}

/** {@link setUpStripe}, with a trading seller. */
export function setUpCardShop(options?: Options): void {
  setUpStripe(options);
  beforeAll(async () => {
    shop = await cardShop(server, stripe);
  });
}
