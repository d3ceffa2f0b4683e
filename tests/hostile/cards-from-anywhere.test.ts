import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../server/testing/server.ts';
import { cardShop, stripeAt, type CardShop } from '../support/shop/card-shop.ts';
import { anotherDeclined, placeFrom, tryCards as tryCardsOf } from '../support/shop/card-tries.ts';
import { setUpCardShop, shop, stripe } from '../support/shop/set-up-cards.ts';
import { server } from '../support/shop/set-up.ts';
import { somebodyResumes } from '../support/shop/somebody-resumes.ts';

/** Another server on the same database, whose limits are as they are. */
const beside = (limits: string[]) =>
  testServer({ stripe: stripeAt(stripe), trustProxy: ['127.0.0.1'], beside: server, limits });

setUpCardShop({ trustProxy: ['127.0.0.1'] });
// Nobody is known from the test before.
afterEach(async () => {
  server.clock.advance(60 * 60_000);
  await somebodyResumes(server);
});

const tryCards = (count: number, at: TestServer, networkOf: (n: number) => string) =>
  tryCardsOf(stripe, shop, count, at, networkOf);

describe('somebody who tries cards from many networks', () => {
  let attacked: TestServer;
  beforeAll(async () => {
    const limits = [
      'cards-asked-network=4',
      'declines-outlet=50',
      'declines-outlet-strangers=150',
      'orders-outlet-strangers=2/60',
    ];
    attacked = await beside(limits);
  });
  afterAll(() => attacked.close());
  const good = async (network: string) => (await placeFrom(attacked, network, 'pm_card_visa', shop)).status;

  it('closes no outlet to the room that pays there, and gets only so many to the card provider', async () => {
    expect(await good('192.0.2.77')).toBe(201);
    // After ten declines whoever has not paid here has one try of their own left.
    await tryCards(10, attacked, (n) => `198.51.100.${n}`);
    expect(await good('203.0.113.50')).toBe(201);
    expect((await placeFrom(attacked, '203.0.113.51', anotherDeclined(), shop)).status).toBe(201);
    expect((await placeFrom(attacked, '203.0.113.51', 'pm_card_visa', shop)).status).toBe(429);
    expect((await placeFrom(attacked, '192.0.2.77', anotherDeclined(), shop)).status).toBe(201);
    expect(await good('192.0.2.77')).toBe(201);
    // After thirty those who have paid, and two others a minute.
    let asked = 0;
    for (let batch = 0; batch < 10; batch += 1)
      asked += (await tryCards(20, attacked, (n) => `198.18.${batch}.${n}`)).asked;
    expect(asked).toBeLessThanOrEqual(42);
    const refused = await placeFrom(attacked, '203.0.113.60', 'pm_card_visa', shop);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    server.clock.advance(60_000);
    expect(await good('203.0.113.60'), 'a guest who is new there').toBe(201);
    expect((await tryCards(20, attacked, (n) => `198.19.0.${n}`)).asked).toBeLessThanOrEqual(1);
    const room = await Promise.all(Array.from({ length: 200 }, () => good('192.0.2.77')));
    expect(room.filter((status) => status !== 201)).toEqual([]);
    expect(await good('203.0.113.50')).toBe(201);
  });

  it('leaves other outlets as they are', async () => {
    const other = await cardShop(server, stripe);
    await tryCards(60, attacked, (n) => `198.51.100.${n}`);
    expect((await placeFrom(attacked, '203.0.113.70', 'pm_card_visa', other)).status).toBe(201);
    expect([await good('203.0.113.71'), await good('203.0.113.72')]).toEqual([201, 201]);
    expect(await good('203.0.113.73')).toBe(429);
  });
});

describe('somebody who tries cards on many outlets, each from a network of its own', () => {
  let attacked: TestServer;
  /** The control. */
  let lax: TestServer;
  let elsewhere: CardShop;
  const waiting = 8;
  beforeAll(async () => {
    const limits = ['declines-server=25', 'orders-strangers=2/1', `strangers-waiting=${waiting}`];
    attacked = await beside(limits);
    lax = await beside(['declines-server=1000000']);
    elsewhere = await cardShop(server, stripe);
  });
  afterAll(async () => {
    await lax.close();
    await attacked.close();
  });

  /** Who has had an answer, in that order. */
  function tries(at: TestServer) {
    const answered: string[] = [];
    const statuses: number[] = [];
    const ask = async (network: string, card: string, to = shop) => {
      const { status } = await placeFrom(at, network, card, to);
      answered.push(network);
      statuses.push(status);
      return status;
    };
    return { answered, statuses, ask };
  }
  /** Enough declines that the server is on its guard. */
  const begin = (at: TestServer) => tryCards(5, at, (n) => `198.51.100.${n}`);

  it('keeps no guest waiting who has paid anywhere, and those who are new wait by outlet and are not refused', async () => {
    const { answered, ask } = tries(attacked);
    expect(await ask('192.0.2.77', 'pm_card_visa')).toBe(201);
    await begin(attacked);
    const flood = Array.from({ length: 6 }, (_, n) => ask(`198.18.0.${n}`, anotherDeclined()));
    const known = ask('192.0.2.77', 'pm_card_visa', elsewhere);
    const stranger = ask('203.0.113.80', 'pm_card_visa', elsewhere);
    expect(await known).toBe(201);
    expect(answered.length, 'answered before the guest who has paid').toBeLessThan(5);
    expect(await stranger).toBe(201);
    expect(answered.length, 'answered before the new guest').toBeLessThan(7);
    expect(await Promise.all(flood)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(answered.at(-1)).toMatch(/^198\.18/);
  });

  it('has few that wait, and the others are told to come back', async () => {
    const { statuses, ask } = tries(attacked);
    await begin(attacked);
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`198.19.0.${n}`, anotherDeclined())));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20 - waiting - 4);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(waiting);
  });

  it('would keep them waiting where that limit is lifted', async () => {
    const { answered, statuses, ask } = tries(lax);
    expect(await ask('192.0.2.78', 'pm_card_visa')).toBe(201);
    await begin(lax);
    const flood = Array.from({ length: 20 }, (_, n) => ask(`198.18.1.${n}`, anotherDeclined()));
    expect(await ask('192.0.2.78', 'pm_card_visa', elsewhere)).toBe(201);
    expect(answered.length, 'answered before the guest who has paid').toBeGreaterThan(5);
    await Promise.all(flood);
    expect(statuses).toEqual(Array.from({ length: 22 }, () => 201));
  });
});
