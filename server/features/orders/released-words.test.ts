import { beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../../../tests/support/servers/event-reader.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';

setUpCardShop();
let origin: string;
beforeAll(async () => {
  origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
});

async function place() {
  const { body } = await shop.place();
  const { id } = body.order as { id: string };
  const token = `token=${body.trackingToken}`;
  const message = async () =>
    (await server.send('GET', `/customers/orders/${id}?${token}`)).body.message as string;
  const follow = () =>
    readEvents<{ message: string }>(`${origin}/api/customers/orders/${id}/events?${token}`);
  return { id, message, follow };
}
/** Stripe answers nothing about the order's intent until this is called again without one. */
const silence = (id?: string) =>
  stripe.behave(({ path }) =>
    id !== undefined && path.includes(shop.intentOf(id).id) ? { before: () => 500 } : null,
  );
const cancel = (id: string) => shop.send('POST', `/sellers/orders/cancel/${id}`);
const notKnown = 'We are making sure that your card is not charged.';

describe('a guest whose order ended before its money was taken', () => {
  it.each([
    ['cancelled', 'Your order was cancelled.'],
    ['never accepted', 'Nobody could take your order in time.'],
  ])(
    'reads that they were not charged for one that was %s, once Stripe has released their money',
    async (how, why) => {
      const { id, message } = await place();
      silence(id);
      if (how === 'cancelled') await cancel(id);
      else await later(10 * 60_000);
      await server.app.doChores();
      expect(await message()).toBe(`${why} ${notKnown}`);
      silence();
      await later(60_000);
      expect(shop.intentOf(id).status).toBe('canceled');
      expect(await message()).toBe(`${why} You have not been charged.`);
    },
  );

  it('never reads so if somebody had taken it at Stripe, which Stripe tells only later', async () => {
    const { id, message } = await place();
    shop.account.captureByHand(shop.intentOf(id));
    silence(id);
    await cancel(id);
    await server.app.doChores();
    expect(await message()).toBe(`Your order was cancelled. ${notKnown}`);
    silence();
    await later(60_000);
    expect(await message()).toBe(
      'Your order was cancelled. Your card was charged, and the outlet can refund it.',
    );
  });

  it.each([
    ['is told so on their open page as soon as it is known', 0, 'You have not been charged.'],
    [
      'is told on their open page that somebody took a part of it at Stripe',
      100,
      'Your card was charged, and the outlet can refund it.',
    ],
  ])('%s', async (_what, taken, said) => {
    const { id, follow } = await place();
    if (taken > 0) shop.account.captureByHand(shop.intentOf(id), taken);
    silence(id);
    await cancel(id);
    await server.app.doChores();
    const page = await follow();
    expect((await page.next())?.data.message).toBe(`Your order was cancelled. ${notKnown}`);
    silence();
    await later(60_000);
    expect((await page.next())?.data.message).toBe(`Your order was cancelled. ${said}`);
    page.close();
  });
});
