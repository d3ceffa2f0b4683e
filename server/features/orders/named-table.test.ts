import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { signedTables } from '../../ordering/signed-tables.ts';
import { basketOfTea, secret, type Trading } from '../../testing/server.ts';
import { server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';

const { sign } = signedTables(secret);
let elsewhere: Trading;

setUpShop();
beforeAll(async () => {
  elsewhere = await server.trading();
});

const { tableNumber: _seven, ...basket } = basketOfTea;
const place = (body: object) =>
  server.send(
    'POST',
    `/customers/outlets/${shop.outletId}/orders`,
    { ...basket, ...body },
    { 'idempotency-key': randomUUID() },
  );
const listed = async () => (await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`)).body;

describe('a signed table', () => {
  it.each(['Garden 3', 'Séparée', '露台'])(
    'is the table of the order that names it: %s (D69)',
    async (table) => {
      const { status, body } = await place({ signedTable: sign(shop.outletId, table) });
      expect({ status, table: body.order?.tableNumber }).toEqual({ status: 201, table });
      const order = (await listed()).find(({ id }: { id: string }) => id === body.order.id);
      expect(order.tableNumber).toBe(table);
    },
  );

  it('is the table also where orders need none', async () => {
    const change = (serviceTypeSelected: string) =>
      shop.send('PATCH', `/sellers/outlets/${shop.outletId}`, { name: 'The Old Ferry', serviceTypeSelected });
    await change('order-number');
    const { body } = await place({ signedTable: sign(shop.outletId, '4') });
    expect(body.order.tableNumber).toBe('4');
    await change('table-number');
  });

  it.each([
    ['of another outlet', () => sign(elsewhere.outletId, '7')],
    ['of another server', () => signedTables('another secret').sign(shop.outletId, '7')],
    [
      'with the name of another table',
      () => sign(shop.outletId, '7').slice(0, 16) + Buffer.from('8').toString('base64url'),
    ],
    ['that is nothing', () => ''],
  ])('%s is refused in words for the guest, and nothing is written', async (_what, signedTable) => {
    const before = await listed();
    const words = 'This table’s code is not known here. Please scan it again.';
    expect(await place({ signedTable: signedTable() })).toMatchObject({
      status: 422,
      body: { error: { code: 'ORDER_NOT_POSSIBLE', message: words, fields: { signedTable: words } } },
    });
    expect(await listed()).toEqual(before);
  });

  it('beside a table that somebody typed is refused', async () => {
    const signedTable = sign(shop.outletId, '7');
    expect(await place({ signedTable, tableNumber: '7' })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST', fields: { signedTable: expect.stringContaining('once') } } },
    });
    expect((await place({ signedTable })).status).toBe(201);
  });
});
