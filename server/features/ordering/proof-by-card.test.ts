import { expect, it } from 'vitest';
import { place, proves } from '../../../tests/support/shop/ordering-steps.ts';
import { server } from '../../../tests/support/shop/set-up.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';

setUpCardShop();

it('the card provider is not asked for an order that is refused (D45, D46)', async () => {
  const byCard = { paymentMethod: 'pm_card_visa' };
  server.clock.stop();
  // The server remembers the menu of an outlet that takes orders.
  expect((await place(shop, server, byCard)).status).toBe(201);
  const asked = stripe.requests.length;
  server.clock.advance(61_000);
  const unattended = await Promise.all(Array.from({ length: 5 }, () => place(shop, server, byCard)));
  expect(unattended.map(({ body }) => body.error.code)).toEqual(Array(5).fill('OUTLET_UNATTENDED'));
  await proves(shop);
  await shop.send('POST', `/sellers/outlets/${shop.outletId}/pause`, { until: null, reason: 'Problem' });
  const paused = await Promise.all(Array.from({ length: 5 }, () => place(shop, server, byCard)));
  expect(paused.map(({ body }) => body.error.code)).toEqual(Array(5).fill('OUTLET_PAUSED'));
  expect(stripe.requests.length).toBe(asked);
  await shop.send('POST', `/sellers/outlets/${shop.outletId}/resume`);
  expect((await place(shop, server, byCard)).status).toBe(201);
});
