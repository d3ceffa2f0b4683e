import { afterEach, describe, expect, it } from 'vitest';
import { anotherDeclined, placeFrom } from '../support/shop/card-tries.ts';
import { setUpCardShop, shop, stripe } from '../support/shop/set-up-cards.ts';
import { later, server } from '../support/shop/set-up.ts';
import { somebodyResumes } from '../support/shop/somebody-resumes.ts';
import { confirmAsAnybody } from '../support/stripe/publishable-key.ts';

/** Production limits, which the other tests lift. */
setUpCardShop({ trustProxy: ['127.0.0.1'], limits: ['orders-network=120', 'cards-asked-network=4'] });
afterEach(async () => {
  server.clock.advance(60 * 60_000);
  await server.app.doChores();
  await somebodyResumes(server);
});

const asksBank = 'pm_card_authenticationRequired';
const declinedAfterBank = 'pm_card_threeDSecureRequiredChargeDeclined';

/** An order that waits for its customer's bank. */
async function waiting(network: string, card: string) {
  const { body } = await placeFrom(server, network, card, shop);
  expect(body).toMatchObject({ order: { status: 'payment_working' }, clientSecret: expect.any(String) });
  return { intent: shop.intentOf(body.order.id), clientSecret: body.clientSecret as string };
}

describe('somebody with one card that asks its bank, and many stolen ones', () => {
  it('tries none of those with the secret of their own order and the publishable key', async () => {
    const { body: menu } = await server.send('GET', `/customers/outlets/${shop.outletId}/menu`);
    const known = { ...menu.payments, apiBase: stripe.origin };
    const orders = await Promise.all(Array.from({ length: 20 }, () => waiting('203.0.113.20', asksBank)));
    for (const { intent, clientSecret } of orders)
      for (const card of [anotherDeclined(), 'pm_card_visa']) {
        expect((await confirmAsAnybody(known, clientSecret, card)).status).toBe(400);
        expect(intent.tried).toEqual([]);
      }
    for (const { intent } of orders) shop.account.authenticate(intent, 'confirmed');
    await expect
      .poll(() => later(60_001).then(() => orders.map(({ intent }) => intent.tried)))
      .toEqual(orders.map(() => [asksBank]));
    for (const { intent } of orders) expect(intent.status).toBe('requires_capture');
  });

  it('gets ten of sixty cards tried whose banks have heard from somebody, however often each is asked about', async () => {
    const orders = await Promise.all(
      Array.from({ length: 60 }, (_, n) => waiting('203.0.113.21', `${declinedAfterBank}_${n}`)),
    );
    for (const { intent } of orders) shop.account.authenticate(intent, 'confirmed');
    for (let minute = 0; minute < 5; minute += 1) await later(60_001);
    const tried = orders.flatMap(({ intent }) => intent.tried);
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.length).toBeLessThanOrEqual(10);
    await later(600_001);
    await server.app.doChores();
    for (const { intent } of orders) expect(intent.status).toBe('canceled');
  });
});
