import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { aDayLater, closed, read, refund } from '../../../tests/support/shop/books-steps.ts';
import { cardShop, type CardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpStripe, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

setUpStripe();
beforeAll(() => server.clock.stop());

const HOUR_MS = 60 * 60_000;

/** A shop with a payout on its way from its account. */
async function withPayout() {
  const shop = await cardShop(server, stripe);
  await closed(shop);
  const paid = shop.account.books.payOut();
  if (!paid) throw new Error('nothing was paid out');
  await aDayLater();
  expect(await read(shop)).toMatchObject({ failure: null, inTransit: paid.amount });
  return { shop, paid };
}

/** The seller comes back from Stripe with an account, as their page finishes it. */
async function connect(shop: CardShop, account: string): Promise<void> {
  const code = `ac_${randomUUID()}`;
  stripe.codes.set(code, account);
  const state = (await shop.send('GET', '/sellers/profile')).body.stripeConnectState;
  expect((await shop.send('POST', '/sellers/stripe-account', { code, state })).status).toBe(200);
}

const readings = ({ account }: CardShop, since: number) =>
  stripe.requests
    .slice(since)
    .filter((asked) => asked.account === account.id && asked.path === '/v1/balance_transactions').length;

it('once another account is connected, the one before shows no failure and nothing on its way (D52)', async () => {
  const { shop, paid } = await withPayout();
  stripe.disconnected.add(shop.account.id);
  await connect(shop, stripe.account(`acct_${randomUUID()}`).id);
  await aDayLater();
  await later(HOUR_MS);
  expect(await read(shop)).toMatchObject({
    failure: null,
    inTransit: 0,
    payouts: [{ id: paid.id, state: 'in-transit' }],
  });
});

it('an account that was let go of and can be read still tells what is on its way, and that it arrived (D52)', async () => {
  const { shop, paid } = await withPayout();
  await connect(shop, stripe.account(`acct_${randomUUID()}`).id);
  await aDayLater();
  expect(await read(shop)).toMatchObject({ failure: null, inTransit: paid.amount });
  shop.account.books.arrive(paid);
  await aDayLater();
  expect(await read(shop)).toMatchObject({ inTransit: 0, payouts: [{ state: 'paid' }] });
});

it('why the books of the connected account cannot be read is told without the card provider’s own words (D52, A25)', async () => {
  const { shop, paid } = await withPayout();
  stripe.disconnected.add(shop.account.id);
  await aDayLater();
  const reply = await read(shop);
  expect(reply).toMatchObject({
    failure: 'The Stripe account is not connected any more.',
    inTransit: paid.amount,
  });
  const kept = await server.database.kysely.selectFrom('card_accounts').select('failure').execute();
  expect(JSON.stringify([reply, kept])).not.toMatch(/sk_|acct_\w+'/);
});

it('an account that nobody has connected is asked once a day as long as it cannot be read, and at once when it is connected again (D52)', async () => {
  const { shop, paid } = await withPayout();
  stripe.disconnected.add(shop.account.id);
  await connect(shop, stripe.account(`acct_${randomUUID()}`).id);
  for (let hours = 0; hours < 48; hours += 1) await later(HOUR_MS);
  const since = stripe.requests.length;
  for (let hours = 0; hours < 48; hours += 1) await later(HOUR_MS);
  expect(readings(shop, since)).toBe(2);
  shop.account.books.arrive(paid);
  await connect(shop, shop.account.id);
  expect((await read(shop)).failure).toBeNull();
  await later(1_000);
  expect(await read(shop)).toMatchObject({ failure: null, payouts: [{ state: 'paid' }] });
});

it('an account that was disconnected at Stripe without a word is asked once a day, and at once when it is connected again (D52)', async () => {
  const { shop, paid } = await withPayout();
  stripe.disconnected.add(shop.account.id);
  for (let hours = 0; hours < 48; hours += 1) await later(HOUR_MS);
  const since = stripe.requests.length;
  for (let hours = 0; hours < 48; hours += 1) await later(HOUR_MS);
  expect(readings(shop, since)).toBe(2);
  expect((await read(shop)).failure).toBe('The Stripe account is not connected any more.');
  shop.account.books.arrive(paid);
  await connect(shop, shop.account.id);
  await later(1_000);
  expect(await read(shop)).toMatchObject({ failure: null, payouts: [{ state: 'paid' }] });
});

it('what could not be asked about orders is asked at once when their account is connected again (P8)', async () => {
  const shop = await cardShop(server, stripe);
  const { id } = await closed(shop);
  await later(60_000);
  stripe.behave(({ method, path }) =>
    method === 'POST' && path === '/v1/refunds' ? { acted: () => 'drop' } : null,
  );
  expect((await refund(shop, id, 100)).status).toBe(503);
  stripe.behave(null);
  stripe.disconnected.add(shop.account.id);
  const { kysely } = server.database;
  await kysely
    .updateTable('refunds')
    .set({ attempts: 30 * 24 })
    .where('order_id', '=', id)
    .execute();
  await later(HOUR_MS);
  await connect(shop, shop.account.id);
  await later(1_000);
  expect((await shop.send('GET', `/sellers/orders/${id}`)).body).toMatchObject({ refunded: 100 });
});
