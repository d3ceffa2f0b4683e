import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../server/testing/server.ts';
import { stripeAt } from '../support/shop/card-shop.ts';
import { anotherDeclined, declined, placeFrom, tryCards as tryCardsOf } from '../support/shop/card-tries.ts';
import { setUpCardShop, shop, stripe } from '../support/shop/set-up-cards.ts';
import { server } from '../support/shop/set-up.ts';
import { somebodyResumes } from '../support/shop/somebody-resumes.ts';

/** Production limits, which the other tests lift. */
const inEarnest = ['orders-network=120', 'cards-asked-network=4'];
const week = 7 * 24 * 60 * 60_000;

const trustProxy = ['127.0.0.1'];
/** A control server without the limits of declines. */
let lax: TestServer;

setUpCardShop({ trustProxy, limits: inEarnest });
beforeAll(async () => {
  const lifted = [
    'declines-network',
    'declines-outlet',
    'declines-card',
    'declines-server',
    'unpaid-network',
  ];
  const limits = lifted.map((name) => `${name}=1000000`);
  lax = await testServer({ stripe: stripeAt(stripe), trustProxy, beside: server, limits });
});
afterEach(async () => {
  // Counts from the test before have expired.
  server.clock.advance(60 * 60_000);
  await somebodyResumes(server);
});
afterAll(() => lax.close());

const place = (network: string, paymentMethod: string, at = server) =>
  placeFrom(at, network, paymentMethod, shop);
const tryCards = (count: number, at: TestServer, networkOf: (n: number) => string) =>
  tryCardsOf(stripe, shop, count, at, networkOf);

describe('somebody who tries cards', () => {
  it('gets ten of five hundred to the card provider, and is told when to come back', async () => {
    const { replies, asked } = await tryCards(500, server, () => '203.0.113.5');
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(10);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(500 - asked);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // The neighbouring network is not affected.
    expect((await place('203.0.113.6', 'pm_card_visa')).body.order.status).toBe('deliver_pending');
  });

  it('would get them all there where the limits are lifted', async () => {
    const { asked } = await tryCards(30, lax, () => '203.0.113.5');
    expect(asked).toBe(30);
  });

  it('is one network wherever in its /64 the tries come from', async () => {
    const { asked } = await tryCards(100, server, (n) => `2001:db8::${(n + 1).toString(16)}`);
    expect(asked).toBeLessThanOrEqual(10);
  });

  it('is stopped at one card from many networks', async () => {
    for (let n = 0; n < 3; n += 1)
      expect((await place(`198.51.100.${n}`, declined)).body.order.status).toBe('payment_failure');
    expect((await place('198.51.100.9', declined)).status).toBe(429);
    expect((await place('198.51.100.9', 'pm_card_visa')).status).toBe(201);
  });
});

it('two hundred guests behind one address order and pay in ten minutes, some with a bad card first', async () => {
  const statuses: number[] = [];
  const guest = async (n: number) => {
    if (n % 15 === 0) statuses.push((await place('192.0.2.77', anotherDeclined())).status);
    statuses.push((await place('192.0.2.77', 'pm_card_visa')).status);
  };
  for (let minute = 0; minute < 10; minute += 1) {
    await Promise.all(Array.from({ length: 20 }, (_, n) => guest(minute * 20 + n)));
    server.clock.advance(60_000);
  }
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
  expect(statuses).toHaveLength(214);
});

describe('orders that are never paid for', () => {
  it('wait for their banks sixty at a time from one network, and are in no list', async () => {
    const list = () => shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    const orders = (await list()).body.length;
    for (let batch = 0; batch < 3; batch += 1)
      await Promise.all(
        Array.from({ length: 20 }, () => place('203.0.113.20', 'pm_card_authenticationRequired')),
      );
    const refused = await place('203.0.113.20', 'pm_card_authenticationRequired');
    expect(refused.status).toBe(429);
    expect((await place('203.0.113.21', 'pm_card_visa')).status).toBe(201);
    expect((await place('203.0.113.20', 'pm_card_authenticationRequired', lax)).status).toBe(201);
    expect((await list()).body).toHaveLength(orders + 1);
  });

  it('keep no hold from being given back, however many there are and however slow the provider is', async () => {
    const { body } = await place('192.0.2.1', 'pm_card_visa');
    for (let n = 0; n < 40; n += 1) await place('203.0.113.30', 'pm_card_authenticationRequired');
    server.clock.advance(61_000);
    let answer = () => {};
    const silent = new Promise<void>((resolve) => (answer = resolve));
    // Requests about waiting orders get no answer.
    stripe.behave(({ method }) => (method === 'GET' ? { before: () => silent } : null));
    const cancelled = shop.send('POST', `/sellers/orders/cancel/${body.order.id}`);
    await expect.poll(() => shop.intentOf(body.order.id).status, { timeout: 5_000 }).toBe('canceled');
    answer();
    expect((await cancelled).status).toBe(200);
    await server.app.doChores();
  });

  it('are asked about less often as time passes', async () => {
    const { body } = await place('203.0.113.40', 'pm_card_authenticationRequired');
    const asked = () =>
      stripe.requests.filter(
        ({ method, path }) => method === 'GET' && path.endsWith(shop.intentOf(body.order.id).id),
      ).length;
    for (let half = 0; half < 18; half += 1) {
      server.clock.advance(30_000);
      await server.app.doChores();
    }
    expect(asked()).toBeGreaterThan(1);
    expect(asked()).toBeLessThan(6);
  });

  it('are deleted after a week, and what was paid for is not', async () => {
    const paid = (await place('192.0.2.5', 'pm_card_visa')).body.order.id;
    const unpaid = (await place('192.0.2.6', declined)).body.order.id;
    const kept = async () =>
      (
        await server.database.kysely
          .selectFrom('orders')
          .select('id')
          .where('id', 'in', [paid, unpaid])
          .execute()
      ).map(({ id }) => id);
    server.clock.advance(week - 60 * 60_000);
    await server.app.doChores();
    expect(await kept()).toHaveLength(2);
    server.clock.advance(2 * 60 * 60_000);
    await server.app.doChores();
    expect(await kept()).toEqual([paid]);
  });
});
