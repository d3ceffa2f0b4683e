import { expect, it } from 'vitest';
import { basketOfTea } from '../../testing/server.ts';
import { later, server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';

setUpShop();

const minutes = 60_000;
/** In whole minutes: the time between two calls of a test is a part of one. */
const waitsFor = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string | null }) =>
  Math.round((Date.parse(expiresAt ?? '') - Date.parse(createdAt)) / minutes);
const setExpiry = (orderExpiryMinutes: number | null) =>
  shop.send('PATCH', `/sellers/outlets/${shop.outletId}`, { name: 'The Old Ferry', orderExpiryMinutes });
const place = (key: string) =>
  server.send('POST', `/customers/outlets/${shop.outletId}/orders`, basketOfTea, { 'idempotency-key': key });
const statusOf = async (id: string) => (await shop.send('GET', `/sellers/orders/${id}`)).body.status;

it('an order waits as long as its outlet says, and otherwise as long as the server does (D27)', async () => {
  expect(waitsFor(await shop.order())).toBe(10);
  await setExpiry(3);
  const order = await shop.order();
  expect(waitsFor(order)).toBe(3);
  await later(2.5 * minutes);
  expect(await statusOf(order.id)).toBe('deliver_pending');
  await later(0.5 * minutes);
  expect(await statusOf(order.id)).toBe('deliver_expired');
  await setExpiry(null);
  expect(waitsFor(await shop.order())).toBe(10);
});

it('an order keeps the time that it was placed with, whatever its outlet changes afterwards (D10, D27)', async () => {
  await setExpiry(3);
  const first = await place('before');
  await setExpiry(20);
  expect((await place('before')).body).toEqual(first.body);
  const { id } = first.body.order;
  await shop.send('POST', `/sellers/orders/accept/${id}`);
  const { body } = await shop.send('POST', `/sellers/outlets/${shop.outletId}/regress-order/${id}`);
  expect(waitsFor(body)).toBe(3);
  expect(waitsFor(await shop.order())).toBe(20);
});
