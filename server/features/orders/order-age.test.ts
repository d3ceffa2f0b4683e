import { beforeEach, describe, expect, it } from 'vitest';
import type { Category } from '#shared/api/catalogs.ts';
import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import type { Trading } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

const bare = { note: '', modifiers: [] };
const shot = { id: 'with', name: 'With', kind: 'optionalExtra', note: '' } as const;
const drinks: Category[] = [
  {
    id: 'drinks',
    name: 'Drinks',
    list: [
      { ...bare, id: 'stout', name: 'Stout', cost: pence(610), ageRestricted: true },
      { ...bare, id: 'cola', name: 'Cola', cost: pence(320) },
      {
        ...bare,
        id: 'coffee',
        name: 'Coffee',
        cost: pence(400),
        modifiers: [{ ...shot, list: [{ name: 'Amaretto', cost: pence(350), ageRestricted: true }] }],
      },
    ],
  },
];

let bar: Trading;
beforeEach(async () => {
  bar = await server.trading();
  await bar.send('PATCH', `/sellers/catalogs/${bar.catalogId}`, { name: 'Menu', categories: drinks });
});

const cola = { itemId: 'cola', quantity: 1 };
const stout = { itemId: 'stout', quantity: 2 };
const forward = (id: string) => bar.send('POST', `/sellers/outlets/${bar.outletId}/progress-order/${id}`);
const hand = (id: string, items: string[]) =>
  bar.send('POST', `/sellers/orders/progress/${id}`, { items, status: 'complete' });
const say = (id: string, outcome: string, headers = {}) =>
  bar.send('POST', `/sellers/orders/check-age/${id}`, { outcome }, headers);

async function ready(items: object[]): Promise<Order> {
  const { id } = await bar.order({ items });
  for (let step = 0; step < 2; step += 1) await forward(id);
  return (await forward(id)).body;
}

describe('what is for over 18s alone (D57)', () => {
  it('is a line whose item or chosen option is, on the menu, too', async () => {
    const coffee = (option: boolean) => ({
      itemId: 'coffee',
      quantity: 1,
      ...(option && { modifications: [{ modifierId: 'with', option: 'Amaretto' }] }),
    });
    const order = await bar.order({ items: [stout, cola, coffee(true), coffee(false)] });
    expect(order.items.map(({ ageRestricted }) => ageRestricted ?? false)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(order.ageCheck).toEqual({ lines: ['1', '3'], outcome: null, at: null, screenName: null });
    const { body: menu } = await server.send('GET', `/customers/outlets/${bar.outletId}/menu`);
    expect(menu.catalog.categories[0].list[0]).toMatchObject({ name: 'Stout', ageRestricted: true });
    expect(await bar.order({ items: [cola] })).not.toHaveProperty('ageCheck');
  });

  it.each([
    ['checked', 'checkAge'],
    ['refused', 'refuseAge'],
  ])(
    'is handed over once its customer’s age was checked or they were refused: %s',
    async (outcome, action) => {
      const { id, version } = await ready([stout, cola]);
      for (const refused of [await forward(id), await hand(id, ['1']), await hand(id, ['1', '2'])])
        expect(refused).toMatchObject({
          status: 409,
          body: { error: { code: 'AGE_UNCHECKED' }, current: { version, status: 'deliver_enroute' } },
        });
      expect((await hand(id, ['2'])).status, 'the rest is nobody’s business').toBe(200);
      const { body } = await say(id, outcome, { 'x-screen-name': 'Bar' });
      expect(body.ageCheck).toEqual({ lines: ['1'], outcome, at: expect.any(String), screenName: 'Bar' });
      expect(body.actions.at(-1)).toMatchObject({ action, screenName: 'Bar' });
      expect((await forward(id)).body.itemStatus).toMatchObject([
        { status: 'complete' },
        { status: 'complete' },
      ]);
      const { body: closed } = await bar.send('POST', `/sellers/orders/complete/${id}`);
      expect(closed).toMatchObject({ status: 'complete', ageCheck: { outcome } });
      expect(await say(id, 'checked')).toMatchObject({ status: 409 });
    },
  );

  it('can be said anew before the order is closed, and both stay in the order’s history', async () => {
    const { id } = await ready([stout]);
    await say(id, 'refused');
    expect((await say(id, 'checked')).body.ageCheck).toMatchObject({ outcome: 'checked' });
    const { body } = await bar.send('GET', `/sellers/orders/${id}`);
    expect(body.actions.slice(-2).map(({ action }: { action: string }) => action)).toEqual([
      'refuseAge',
      'checkAge',
    ]);
  });

  it('is asked of nothing else, and in no other words', async () => {
    const { id } = await ready([cola]);
    expect(await say(id, 'checked')).toMatchObject({
      status: 409,
      body: { error: { code: 'NOTHING_TO_CHECK' } },
    });
    expect((await say(id, 'perhaps')).status).toBe(400);
    expect((await forward(id)).status).toBe(200);
  });
});
