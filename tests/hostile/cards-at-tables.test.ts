import { afterEach, describe, expect, it } from 'vitest';
import { signedTables } from '../../server/ordering/signed-tables.ts';
import { basketOfTea, secret } from '../../server/testing/server.ts';
import { anotherDeclined } from '../support/shop/card-tries.ts';
import { setUpCardShop, shop, stripe } from '../support/shop/set-up-cards.ts';
import { server } from '../support/shop/set-up.ts';
import { somebodyResumes } from '../support/shop/somebody-resumes.ts';

/** Production limits, which the other tests lift. */
setUpCardShop({ trustProxy: ['127.0.0.1'], limits: ['orders-network=120', 'cards-asked-network=4'] });
afterEach(async () => {
  server.clock.advance(60 * 60_000);
  await somebodyResumes(server);
});

const { sign } = signedTables(secret);

/** As the guest's page does at a table: the order, and if its answer is lost the question what became of it. */
async function guestAt(table: number, network: string, paymentMethod: string) {
  await server.hear(shop.outletId);
  const { tableNumber: _, ...basket } = basketOfTea;
  const body = { ...basket, signedTable: sign(shop.outletId, String(table)), paymentMethod };
  const headers = { 'idempotency-key': crypto.randomUUID(), 'x-forwarded-for': network };
  const post = (query: string) =>
    server.send('POST', `/customers/outlets/${shop.outletId}/orders${query}`, body, headers);
  return { place: () => post(''), ask: () => post('?repeat=true') };
}

const intents = () => stripe.requests.filter(({ path }) => path === '/v1/payment_intents').length;
const asked = () => stripe.requests.length;

describe('somebody who tries cards as the guest’s page does, at a table', () => {
  it('gets ten of five hundred to the card provider, however often each is asked about', async () => {
    const before = intents();
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, async (_, n) => {
        const guest = await guestAt(n % 50, '203.0.113.5', anotherDeclined());
        return [await guest.place(), await guest.ask(), await guest.ask()];
      }),
    );
    const tried = intents() - before;
    expect(tried).toBeGreaterThan(0);
    expect(tried).toBeLessThanOrEqual(10);
    expect(outcomes.flat().filter(({ status }) => status === 429).length).toBeGreaterThan(490);
  });

  it('gets no card tried by asking about an order that was not placed', async () => {
    const before = asked();
    for (let n = 0; n < 50; n += 1) {
      const guest = await guestAt(n, '203.0.113.6', anotherDeclined());
      expect((await guest.ask()).status).toBe(404);
    }
    expect(asked()).toBe(before);
  });

  it('makes no second intent by asking about an order whose bank has not answered', async () => {
    const guest = await guestAt(1, '203.0.113.7', 'pm_card_authenticationRequired');
    expect((await guest.place()).status).toBe(201);
    const before = intents();
    for (let n = 0; n < 100; n += 1) await guest.ask();
    expect(intents()).toBe(before);
    expect((await guest.ask()).status, 'as many a minute as orders').toBe(201);
  });
});

it('two hundred guests at their tables behind one address pay in ten minutes, each asking once more', async () => {
  const statuses: number[] = [];
  const visit = async (n: number) => {
    if (n % 15 === 0)
      statuses.push((await (await guestAt(n % 50, network, anotherDeclined())).place()).status);
    const guest = await guestAt(n % 50, network, 'pm_card_visa');
    statuses.push((await guest.place()).status, (await guest.ask()).status);
  };
  const network = '192.0.2.77';
  for (let minute = 0; minute < 10; minute += 1) {
    await Promise.all(Array.from({ length: 20 }, (_, n) => visit(minute * 20 + n)));
    server.clock.advance(60_000);
  }
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
  expect(statuses).toHaveLength(414);
});
