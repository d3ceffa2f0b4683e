import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { stripeAt } from '../../tests/support/shop/card-shop.ts';
import { confirmAsAnybody } from '../../tests/support/stripe/publishable-key.ts';
import { stripeContract } from '../../tests/support/stripe/stripe-contract.ts';
import { fakeStripe, type FakeAccount, type FakeStripe } from '../testing/fake-stripe.ts';
import type { CardBooks } from './card-books.ts';
import type { RemoteProvider } from './payment-provider.ts';
import { openStripe } from './stripe.ts';

let stripe: FakeStripe;
let provider: RemoteProvider;
let books: CardBooks;
let account: FakeAccount;

beforeAll(async () => {
  stripe = await fakeStripe();
  ({ provider, books } = stripeAt(stripe));
  account = stripe.account('acct_one');
  account.books.adjust(620);
  account.books.payOut();
});
afterEach(() => {
  stripe.behave(null);
  stripe.disconnected.clear();
});
afterAll(() => stripe.close());

describe('what is believed of Stripe holds for the stand-in (D40)', () => {
  it.each(stripeContract)('$name', ({ run }) => {
    const known = { publishableKey: 'pk_test_platform', account: account.id, apiBase: stripe.origin };
    return run(provider, account.id, books, (secret, card) => confirmAsAnybody(known, secret, card));
  });
});

const hold = (orderId: string, over: { account?: string; amount?: number; key?: string } = {}) =>
  provider.requestHold({
    orderId,
    account: over.account ?? account.id,
    amount: pence(over.amount ?? 1500),
    applicationFee: pence(5),
    method: 'pm_card_visa',
    idempotencyKey: over.key ?? `hold:${orderId}`,
  });
/** An order of £15 whose money was taken. */
const taken = async () => {
  const orderId = randomUUID();
  await hold(orderId);
  const intent = account.intentOf(orderId);
  const step = { orderId, reference: `${account.id}/${intent.id}`, amount: pence(1500) };
  await provider.capture({ ...step, idempotencyKey: `capture:${orderId}` });
  const refund = (refundId: string, amount: number) =>
    provider.refund({
      ...step,
      amount: pence(amount),
      refundId,
      known: new Set(),
      idempotencyKey: `refund:${refundId}`,
    });
  return { intent, refund };
};

describe('refunds', () => {
  it('a full refund says that the platform’s fee stays, and is the amount alone (P14)', async () => {
    const { intent, refund } = await taken();
    expect(await refund('p14', 1500)).toEqual({ kind: 'done' });
    expect(intent.refunds).toEqual([
      expect.objectContaining({
        amount: 1500,
        refund_application_fee: false,
        metadata: expect.objectContaining({ refund_id: 'p14' }),
      }),
    ]);
    const asked = stripe.requests.at(-1);
    expect(asked).toMatchObject({ account: account.id, params: { refund_application_fee: 'false' } });
    expect(asked?.params).not.toHaveProperty('reverse_transfer');
  });

  it('an answer that is lost is unknown; asked again with the same key there is one refund (P7)', async () => {
    const { intent, refund } = await taken();
    stripe.behave(({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? { acted: () => 'drop' } : null,
    );
    expect(await refund('lost', 700)).toMatchObject({ kind: 'unknown' });
    stripe.behave(null);
    expect(await refund('lost', 700)).toEqual({ kind: 'done' });
    expect(intent.refunds.map(({ amount }) => amount)).toEqual([700]);
  });

  it('a look-up that is refused proves nothing of an earlier try, whose answer was lost (P7)', async () => {
    const { intent, refund } = await taken();
    stripe.behave(({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? { acted: () => 'drop' } : null,
    );
    await refund('unseen', 700);
    stripe.behave(({ method, path }) =>
      method === 'GET' && path === '/v1/refunds' ? { before: () => 404 } : null,
    );
    expect(await refund('unseen', 700)).toMatchObject({ kind: 'look-up-refused' });
    stripe.behave(null);
    expect(await refund('unseen', 700)).toEqual({ kind: 'done' });
    expect(intent.refunds.map(({ amount }) => amount)).toEqual([700]);
  });

  it('after 24 hours, when the key means nothing any more, there is still one refund (P7)', async () => {
    const { intent, refund } = await taken();
    await refund('old', 700);
    stripe.forgetKeys();
    expect(await refund('old', 700)).toEqual({ kind: 'done' });
    expect(intent.refunds).toHaveLength(1);
  });

  it('two at once that are together too much: Stripe makes one, and the other is certainly not done (P4)', async () => {
    const { intent, refund } = await taken();
    const outcomes = await Promise.all([refund('a', 900), refund('b', 900)]);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['done', 'failed']));
    expect(intent.refunds).toHaveLength(1);
  });

  it.each([429, 500, 503])('a %i is unknown, never a failure', async (status) => {
    const { intent, refund } = await taken();
    stripe.behave(({ path }) => (path === '/v1/refunds' ? { before: () => status } : null));
    expect(await refund(`at-${status}`, 100)).toMatchObject({ kind: 'unknown' });
    expect(intent.refunds).toHaveLength(0);
  });

  it('on an account that is not connected any more nothing is asked for, which is told apart (P8)', async () => {
    const { intent, refund } = await taken();
    stripe.disconnected.add(account.id);
    const since = stripe.requests.length;
    expect(await refund('gone', 100)).toEqual({ kind: 'disconnected' });
    expect(stripe.requests.slice(since).map(({ method }) => method)).toEqual(['GET']);
    expect(intent.refunds).toHaveLength(0);
  });

  it('on an account that was disconnected after the look-up it is unknown: the library may have asked twice (P8)', async () => {
    const { refund } = await taken();
    stripe.behave(({ method, path }) =>
      method === 'POST' && path === '/v1/refunds'
        ? { before: () => void stripe.disconnected.add(account.id) }
        : null,
    );
    expect(await refund('going', 100)).toEqual({
      kind: 'unknown',
      message: 'The Stripe account is not connected any more.',
    });
  });
});

describe('holds', () => {
  it('a key used for something else is unknown, and holds nothing more', async () => {
    const orderId = randomUUID();
    await hold(orderId);
    expect(await hold(orderId, { amount: 1600 })).toMatchObject({ kind: 'unknown' });
    expect(account.intentOf(orderId).amount).toBe(1500);
  });

  it('an account that is not connected is unknown, and holds nothing', async () => {
    expect(await hold(randomUUID(), { account: 'acct_gone' })).toMatchObject({ kind: 'unknown' });
  });

  it('a key of ours that is wrong is unknown, and is not told to anybody', async () => {
    const wrong = openStripe({
      secretKey: 'sk_test_wrong',
      publishableKey: null,
      webhookKeys: [],
      clientId: null,
      apiBase: stripe.origin,
    });
    const outcome = await wrong.provider.findHold({
      orderId: 'x',
      account: account.id,
      placedAt: new Date(),
    });
    expect(outcome).toEqual({ kind: 'unknown', message: 'The card provider does not know us.' });
  });

  it('a Stripe that cannot be reached is unknown', async () => {
    const gone = await fakeStripe();
    const { provider: nobody } = stripeAt(gone);
    await gone.close();
    expect(await nobody.readHold('acct_one/pi_1')).toEqual({
      kind: 'unknown',
      message: 'The card provider could not be reached.',
    });
  });
});
