import { expect, it } from 'vitest';
import {
  ahead,
  confirmed,
  deliver,
  dueAt,
  eventOf,
  takenEvents,
} from '../../../tests/support/shop/card-events.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';

setUpCardShop({ secretKey: 'sk_live_standin' });

const disconnected = (livemode: boolean) =>
  stripe.event(
    'account.application.deauthorized',
    shop.account.id,
    { id: 'ca_x', object: 'application' },
    { at: ahead(1), livemode },
  );

it('an event of the test mode is well received and changes nothing of the live one, however many come (P9)', async () => {
  const id = await confirmed();
  const due = await dueAt(id);
  for (let sent = 0; sent < 25; sent += 1) {
    const { payload, signature } = disconnected(false);
    expect(await deliver(payload, signature)).toBe(200);
  }
  const { payload, signature } = eventOf(id, undefined, { livemode: false });
  expect(await deliver(payload, signature)).toBe(200);
  expect(await dueAt(id)).toEqual(due);
  expect(await takenEvents()).toEqual([]);
  expect((await shop.send('GET', '/sellers/profile')).body).toMatchObject({
    stripeConnectId: shop.account.id,
  });
  expect((await shop.place()).status).toBe(201);
});

it('one of the live mode counts (P9)', async () => {
  const { payload, signature } = disconnected(true);
  expect(await deliver(payload, signature)).toBe(200);
  expect((await shop.place()).status).toBe(503);
});
