import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeStripe, type EventOptions, type FakeStripe } from '../../testing/fake-stripe.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { cardShop, stripeAt, type CardShop } from '../../../tests/support/shop/card-shop.ts';

/** Chores run beside the tests, on a machine that may be busy. */
const patiently = { timeout: 30_000 };
const OLD_SECRET = 'whsec_the-one-before';

let stripe: FakeStripe;
let server: TestServer;
let shop: CardShop;

beforeAll(async () => {
  stripe = await fakeStripe();
  server = await testServer({ stripe: stripeAt(stripe, [stripe.webhookSecret, OLD_SECRET]) });
  shop = await cardShop(server, stripe);
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const deliver = async (payload: string, signature: string) => {
  const reply = await server.app.server.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload,
  });
  return reply.statusCode;
};
const eventOf = (
  orderId: string,
  type = 'payment_intent.amount_capturable_updated',
  options?: EventOptions,
) => stripe.event(type, shop.account.id, shop.account.shown(shop.intentOf(orderId)), options);
/** An order whose customer has just confirmed the payment with their bank; the event has not arrived yet. */
const confirmed = async () => {
  const { body } = await shop.place({ paymentMethod: 'pm_card_authenticationRequired' });
  const { id } = body.order;
  shop.account.authenticate(shop.intentOf(id), 'confirmed');
  return id as string;
};
const dueAt = async (id: string) => (await shop.rowOf(id)).payment_due_at;
const untilPlaced = (id: string) =>
  vi.waitFor(async () => expect((await shop.rowOf(id)).status).toBe('deliver_pending'), patiently);
const takenEvents = () => server.database.kysely.selectFrom('card_events').select('id').execute();

describe('what is not signed as it should be is refused and changes nothing (P9)', () => {
  const refused: [string, (id: string) => { payload: string; signature: string }][] = [
    [
      'a changed amount',
      (id) => {
        const { payload, signature } = eventOf(id);
        return { payload: payload.replace('"amount": 620', '"amount": 1'), signature };
      },
    ],
    [
      'the same values written anew',
      (id) => {
        const { payload, signature } = eventOf(id);
        return { payload: JSON.stringify(JSON.parse(payload)), signature };
      },
    ],
    ['301 seconds old', (id) => eventOf(id, undefined, { at: ahead(-301) })],
    ['301 seconds in the future', (id) => eventOf(id, undefined, { at: ahead(302) })],
    ['an hour in the future', (id) => eventOf(id, undefined, { at: ahead(3600) })],
    ['another secret', (id) => eventOf(id, undefined, { secret: 'whsec_somebody-else' })],
    ['no signature', (id) => ({ payload: eventOf(id).payload, signature: '' })],
    ['no time', (id) => ({ payload: eventOf(id).payload, signature: 'v1=00' })],
    [
      'two times, the later one signed',
      (id) => {
        const { payload, signature } = eventOf(id, undefined, { at: ahead(3600) });
        return { payload, signature: `t=${Math.floor(ahead(0).getTime() / 1000)},${signature}` };
      },
    ],
  ];
  it.each(refused)('%s', async (_name, forge) => {
    const id = await confirmed();
    const [due, taken] = [await dueAt(id), await takenEvents()];
    const { payload, signature } = forge(id);
    expect(await deliver(payload, signature)).toBe(400);
    expect([await dueAt(id), await takenEvents()]).toEqual([due, taken]);
    expect((await shop.rowOf(id)).status).toBe('payment_working');
  });

  it.each([-299, 299])('%i seconds is near enough', async (seconds) => {
    const { payload, signature } = eventOf(await confirmed(), undefined, { at: ahead(seconds) });
    expect(await deliver(payload, signature)).toBe(200);
  });
});

it('any of several secrets is good while they are changed over (P9)', async () => {
  const id = await confirmed();
  const { payload, signature } = eventOf(id, undefined, { secret: OLD_SECRET });
  expect(await deliver(payload, signature)).toBe(200);
  await untilPlaced(id);
});

function ahead(seconds: number): Date {
  return new Date(server.clock.now().getTime() + seconds * 1000);
}
