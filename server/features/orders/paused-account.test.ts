import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { server } from '../../../tests/support/shop/set-up.ts';
import { CANNOT_CHARGE } from '../../payments/cannot-charge.ts';
import { asOwner } from '../../testing/database.ts';
import { NO_CARDS } from './card-refusals.ts';

setUpCardShop();
beforeEach(() => {
  shop.account.takesPayments = true;
});

const profile = async () => (await shop.send('GET', '/sellers/profile')).body;
async function declines(): Promise<number> {
  const counted = await server.database.kysely
    .selectFrom('rate_limits')
    .select('hits')
    .where('key', 'like', 'declines-network%')
    .execute();
  return counted.reduce((all, { hits }) => all + Math.max(0, hits), 0);
}
const connectError = (text: string) =>
  server.database.kysely
    .updateTable('accounts')
    .set({ stripe_connect_error: text })
    .where('id', '=', shop.id)
    .execute();

it('a payment that Stripe refuses for the seller’s account counts against no guest, and both are told (D40)', async () => {
  shop.account.takesPayments = false;
  const key = randomUUID();
  const refused = await shop.place({}, key);
  expect(refused).toMatchObject({
    status: 201,
    body: { order: { status: 'payment_aborted', cancellation: { reason: null, forCustomer: NO_CARDS } } },
  });
  expect((await shop.place({}, key)).body, 'asked again').toEqual(refused.body);
  for (let guest = 0; guest < 8; guest += 1) await shop.place();
  expect(await declines()).toBe(0);
  expect(await profile()).toMatchObject({
    stripeConnectId: shop.account.id,
    cardsRefused: true,
    stripeConnectError: expect.stringContaining('takes no payments'),
  });

  shop.account.takesPayments = true;
  expect((await shop.place()).body.order.status).toBe('deliver_pending');
  expect(await profile()).not.toHaveProperty('cardsRefused');
  expect(await profile()).not.toHaveProperty('stripeConnectError');
});

it('a card that nobody knows counts like a decline, also where the account cannot be read (D40)', async () => {
  const before = await declines();
  for (const status of [undefined, 403]) {
    stripe.behave(({ path }) => (path.startsWith('/v1/accounts/') ? { before: () => status } : null));
    const { body } = await shop.place({ paymentMethod: `pm_${randomUUID()}` });
    expect(body.order).toMatchObject({ status: 'payment_failure', cancellation: null });
  }
  expect(await declines()).toBe(before + 10);
  expect(await profile()).not.toHaveProperty('cardsRefused');
});

it('whose fault it is stays open while the account cannot be reached (D40)', async () => {
  shop.account.takesPayments = false;
  stripe.behave(({ path }) => (path.startsWith('/v1/accounts/') ? { before: () => 'drop' } : null));
  const key = randomUUID();
  expect((await shop.place({}, key)).body.order.status).toBe('payment_working');
  stripe.behave(null);
  expect((await shop.place({}, key)).body.order.status).toBe('payment_aborted');
});

it('a payment that is held leaves why another account could not be connected (P11)', async () => {
  await connectError('This code was used already.');
  await shop.place();
  expect((await profile()).stripeConnectError).toBe('This code was used already.');
});

it('a payment that is held is its own seller’s, whoever else has connected the same account (D40)', async () => {
  const { kysely } = server.database;
  const { id } = await server.trading();
  const refused = { stripe_connect_id: shop.account.id, stripe_connect_error: CANNOT_CHARGE };
  await kysely.updateTable('accounts').set(refused).where('id', '=', id).execute();
  await connectError(CANNOT_CHARGE);
  await shop.place();
  expect(await profile()).not.toHaveProperty('cardsRefused');
  const other = kysely.selectFrom('accounts').select('stripe_connect_error').where('id', '=', id);
  expect(await other.executeTakeFirst()).toEqual({ stripe_connect_error: CANNOT_CHARGE });
});

it('an order stands, and its guest is told so, where what its seller reads cannot be changed', async () => {
  const change = (text: string) => asOwner(server.database, ({ kysely }) => sql.raw(text).execute(kysely));
  await connectError(CANNOT_CHARGE);
  await change(`
    create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$
  `);
  await change(
    'create trigger refused before update on accounts for each row execute function refuse_change()',
  );
  try {
    expect(await shop.place()).toMatchObject({ status: 201, body: { order: { status: 'deliver_pending' } } });
    expect(await profile()).toMatchObject({ cardsRefused: true });
  } finally {
    await change('drop function refuse_change cascade');
  }
  await shop.place();
  expect(await profile()).not.toHaveProperty('cardsRefused');
});
