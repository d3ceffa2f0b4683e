import { expect, it } from 'vitest';
import type { Order, OrderVersion } from '#shared/api/orders.ts';
import { isLive } from '#shared/orders/reading.ts';
import { uncountedOf } from '#shared/orders/uncounted.ts';
import { readOrders, readOrderVersions } from '../../renderer/api/read-orders.ts';
import { later, server } from '../support/shop/set-up.ts';
import { setUpCardShop, shop, stripe } from '../support/shop/set-up-cards.ts';

setUpCardShop();

const read = async (what: string) =>
  (await shop.send('GET', `/sellers/outlets/${shop.outletId}/${what}`)).body;
const sorted = (some: OrderVersion[]) => some.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const versions = async () => sorted(readOrderVersions(await read('order-versions')));
const versionOf = (order: Order): OrderVersion => ({
  id: order.id,
  version: order.version,
  uncounted: uncountedOf(order),
});
const listed = async () =>
  sorted(
    readOrders(await read('orders'))
      .orders.filter(isLive)
      .map(versionOf),
  );
const placed = async () => (await shop.place()).body.order.id as string;

it('a screen that has read the list finds nothing else in the versions, and then what was changed (D32)', async () => {
  const [seen, closed, cancelled] = [await placed(), await placed(), await placed()];
  await shop.deliver(closed);
  stripe.behave(({ path, method }) =>
    method === 'GET' && path.includes(shop.intentOf(closed).id) ? { before: () => 500 } : null,
  );
  await shop.send('POST', `/sellers/orders/complete/${closed}`);
  await shop.send('POST', `/sellers/orders/cancel/${cancelled}`);
  const before = await listed();
  expect(await versions()).toEqual(before);
  expect(before.map(({ id }) => id).toSorted()).toEqual([seen, closed].toSorted());

  await server.database.kysely
    .updateTable('orders')
    .set({ seen_at: server.clock.now() })
    .where('id', '=', seen)
    .execute();
  // The card provider says at last which fees it took.
  stripe.behave(null);
  await later(60_000);
  const after = await versions();
  expect(after).toEqual(await listed());
  for (const { id, version, uncounted } of before) {
    const now = after.find((one) => one.id === id);
    expect(now?.version).toBe(version);
    expect(now?.uncounted).not.toBe(uncounted);
  }
});
