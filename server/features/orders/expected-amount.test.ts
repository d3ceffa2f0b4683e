import { expect, it } from 'vitest';
import { server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';
import { basketOfTea, menu } from '../../testing/server.ts';

setUpShop();

/** What one costs now, in pence, and its menu as the seller sees it. */
async function priceTea(cost: number): Promise<void> {
  const categories = structuredClone(menu);
  for (const { list } of categories)
    for (const item of list) if (item.id === 'tea') Object.assign(item, { cost });
  const path = `/sellers/catalogs/${shop.catalogId}`;
  const { body } = await shop.send('GET', path);
  const saved = await shop.send(
    'PATCH',
    path,
    { name: body.name, categories },
    { 'if-match': `"${body.revision}"` },
  );
  expect(saved.status).toBe(200);
}

async function order(key: string, expectedAmount?: number) {
  await server.hear(shop.outletId);
  return server.send(
    'POST',
    `/customers/outlets/${shop.outletId}/orders`,
    {
      ...basketOfTea,
      items: [{ itemId: 'tea', quantity: 1 }],
      ...(expectedAmount !== undefined && { expectedAmount }),
    },
    { 'idempotency-key': key },
  );
}
const count = async () => (await server.database.kysely.selectFrom('orders').select('id').execute()).length;

it('an order that would cost more than its guest was shown is refused, and costs nothing (D69)', async () => {
  await priceTea(2_000);
  const shown = await order('shown');
  const { amount } = shown.body.order;
  expect(shown.status).toBe(201);
  await priceTea(2_500);
  const before = await count();
  expect(await order('more', amount)).toMatchObject({
    status: 409,
    body: {
      error: {
        code: 'PRICES_CHANGED',
        message: 'A price has just changed: all of it is £25.00 now. Please look at it again.',
      },
    },
  });
  expect(await count()).toBe(before);
  expect(await order('agreed', amount + 500)).toMatchObject({ status: 201 });
  expect(await order('unsaid')).toMatchObject({ status: 201, body: { order: { amount: amount + 500 } } });
});

it('one that costs less is taken at the lower price, and one that was placed is found whatever changed since', async () => {
  await priceTea(2_500);
  await order('before', 2_500);
  await priceTea(2_000);
  expect(await order('less', 2_500)).toMatchObject({ status: 201, body: { order: { amount: 2_000 } } });
  await priceTea(3_000);
  expect(await order('before', 2_500)).toMatchObject({ status: 201, body: { order: { amount: 2_500 } } });
});
