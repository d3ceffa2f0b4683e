import { randomUUID } from 'node:crypto';
import type { FakeStripe } from '../../../server/testing/fake-stripe.ts';
import { basketOfTea, type TestServer } from '../../../server/testing/server.ts';
import type { CardShop } from './card-shop.ts';

/** The stand-in declines it; each of those made of it is another card. */
export const declined = 'pm_card_visa_chargeDeclined';
let cards = 0;
export const anotherDeclined = () => `${declined}_${(cards += 1)}`;

/** Places an order from a network, as if through the trusted proxy and a screen could ring for it. */
export async function placeFrom(
  at: TestServer,
  network: string,
  paymentMethod: string,
  { outletId }: CardShop,
) {
  await at.hear(outletId);
  return at.send(
    'POST',
    `/customers/outlets/${outletId}/orders`,
    { ...basketOfTea, paymentMethod },
    { 'idempotency-key': randomUUID(), 'x-forwarded-for': network },
  );
}

/** Tries cards, all at once, and tells how many the card provider was asked about. */
export async function tryCards(
  { requests }: FakeStripe,
  shop: CardShop,
  count: number,
  at: TestServer,
  networkOf: (n: number) => string,
) {
  const intentsMade = () => requests.filter(({ path }) => path === '/v1/payment_intents').length;
  const before = intentsMade();
  const replies = await Promise.all(
    Array.from({ length: count }, (_, n) => placeFrom(at, networkOf(n), anotherDeclined(), shop)),
  );
  return { replies, asked: intentsMade() - before };
}
