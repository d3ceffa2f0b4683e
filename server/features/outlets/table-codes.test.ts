import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { basketOfTea, type Trading } from '../../testing/server.ts';
import { server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';

setUpShop();
let elsewhere: Trading;
beforeAll(async () => {
  elsewhere = await server.trading();
});

const codes = (tables: unknown, seller: Trading = shop) =>
  seller.send('POST', `/sellers/outlets/${seller.outletId}/table-codes`, { tables });
const { tableNumber: _seven, ...basket } = basketOfTea;
const orderAt = (outletId: string, url: string) =>
  server.send(
    'POST',
    `/customers/outlets/${outletId}/orders`,
    { ...basket, signedTable: url.slice(url.lastIndexOf('/') + 1) },
    { 'idempotency-key': randomUUID() },
  );

describe('the codes of tables', () => {
  it('are addresses by which orders are for these tables, in the order in which they were asked for', async () => {
    const tables = ['12', ' Bar ', 'Garden 3', '露台'];
    const { status, body } = await codes(tables);
    expect({ status, guestPage: body.guestPage }).toEqual({ status: 200, guestPage: `/o/${shop.outletId}` });
    expect(body.tables.map(({ table }: { table: string }) => table)).toEqual([
      '12',
      'Bar',
      'Garden 3',
      '露台',
    ]);
    for (const { table, url } of body.tables) {
      expect(url).toMatch(new RegExp(`^/o/${shop.outletId}/t/[\\w-]+$`));
      expect((await orderAt(shop.outletId, url)).body.order).toMatchObject({ tableNumber: table });
    }
  });

  it('are the same each time, and others at another outlet', async () => {
    const urls = async (seller: Trading) =>
      (await codes(['1', '2'], seller)).body.tables.map(({ url }: { url: string }) => url.split('/t/')[1]);
    const [first, again, others] = [await urls(shop), await urls(shop), await urls(elsewhere)];
    expect(again).toEqual(first);
    expect(others).not.toEqual(first);
    const { status } = await orderAt(elsewhere.outletId, `/t/${first[0]}`);
    expect(status).toBe(422);
  });

  it('may be of no table, for the address of the page alone', async () => {
    expect((await codes([])).body).toEqual({ guestPage: `/o/${shop.outletId}`, tables: [] });
  });

  it.each([
    ['a name of nothing', [' ']],
    ['a name that is too long for an order', ['x'.repeat(21)]],
    ['more than 300', Array.from({ length: 301 }, (_, at) => String(at))],
    ['a number', [7]],
    ['no list', '7'],
  ])('are refused for %s (D6)', async (_what, tables) => {
    expect(await codes(tables)).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } });
  });
});
