import { beforeEach, describe, expect, it } from 'vitest';
import type { Category, Item, ModifierOption } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { open, path, save, shop } from '../../../tests/support/shop/catalog-steps.ts';

setUpServer();
beforeEach(open);

const extras = ['Cheddar', 'Chips', 'Pickle'] as const;

/** A menu with one burger and its extras, stated as given. */
function burgers(burger: Partial<Item>, options: Partial<Record<(typeof extras)[number], object>> = {}) {
  const list: ModifierOption[] = extras.map((name) => ({ name, cost: pence(100), ...options[name] }));
  const modifiers = [{ id: 'extras', name: 'Extras', kind: 'optionalExtra' as const, note: '', list }];
  const item: Item = { id: 'burger', name: 'Burger', cost: pence(900), note: '', modifiers, ...burger };
  const menu: Category[] = [{ id: 'mains', name: 'Mains', list: [item] }];
  return menu;
}

async function ordered(...chosen: (typeof extras)[number][]) {
  const modifications = chosen.map((option) => ({ modifierId: 'extras', option }));
  return shop.order({ items: [{ itemId: 'burger', quantity: 1, modifications }] });
}

const wheatBun = { allergens: ['gluten' as const], allergenKinds: ['wheat' as const] };

describe('allergens of items and options (D56)', () => {
  it('go to the customer’s menu as they were stated', async () => {
    const stated = burgers(wheatBun, { Cheddar: { allergens: ['milk'] }, Chips: { containsNone: true } });
    expect((await save('Menu', stated)).body.categories).toEqual(stated);
    const { body } = await server.send('GET', `/customers/outlets/${shop.outletId}/menu`);
    expect(body.catalog.categories[0].list[0]).toMatchObject(stated[0]?.list[0] ?? {});
    expect(body.catalog.categories[0].list[0].modifiers[0].list[2], 'not stated').toEqual({
      name: 'Pickle',
      cost: 100,
    });
  });

  it('are stated of an ordered line together: of its item and of each chosen option', async () => {
    await save(
      'Menu',
      burgers(wheatBun, { Cheddar: { allergens: ['milk'] }, Chips: { containsNone: true } }),
    );
    expect((await ordered()).items[0]).toMatchObject({ ...wheatBun, stated: 'whole' });
    expect((await ordered('Cheddar', 'Chips')).items[0]).toMatchObject({
      allergens: ['gluten', 'milk'],
      allergenKinds: ['wheat'],
      stated: 'whole',
    });
    expect((await ordered('Cheddar', 'Pickle')).items[0]).toMatchObject({
      allergens: ['gluten', 'milk'],
      stated: 'partly',
    });

    await save('Menu', burgers({ containsNone: true }, { Chips: { containsNone: true } }));
    const plain = (await ordered('Chips')).items[0];
    expect(plain).toMatchObject({ containsNone: true, stated: 'whole' });
    expect(plain).not.toHaveProperty('allergens');

    await save('Menu', burgers({}));
    const [unstated] = (await ordered('Cheddar')).items;
    for (const field of ['allergens', 'allergenKinds', 'containsNone', 'stated'])
      expect(unstated).not.toHaveProperty(field);
  });

  it('an order keeps what it said, for staff and for its customer, whatever the menu says later', async () => {
    await save('Menu', burgers(wheatBun, { Cheddar: { allergens: ['milk'] } }));
    const body = {
      customerName: 'Ada',
      tableNumber: '1',
      paymentMethod: 'test_ok',
      items: [
        { itemId: 'burger', quantity: 1, modifications: [{ modifierId: 'extras', option: 'Cheddar' }] },
      ],
    };
    const orders = `/customers/outlets/${shop.outletId}/orders`;
    const { body: placed } = await server.send('POST', orders, body, { 'idempotency-key': 'cheeseburger' });
    await save('Menu', burgers({ containsNone: true }, { Cheddar: { containsNone: true } }));
    const said = { allergens: ['gluten', 'milk'], allergenKinds: ['wheat'], stated: 'whole' };
    const { body: forStaff } = await shop.send('GET', `/sellers/orders/${placed.order.id}`);
    expect(forStaff.items[0]).toMatchObject(said);
    const { body: tracked } = await server.send(
      'GET',
      `/customers/orders/${placed.order.id}?token=${placed.trackingToken}`,
    );
    expect(tracked.items[0]).toMatchObject(said);
    expect((await ordered('Cheddar')).items[0]).toMatchObject({ containsNone: true, stated: 'whole' });
  });

  it.each<[string, object]>([
    ['none and some', { containsNone: true, allergens: ['milk'] }],
    ['a cereal without gluten', { allergens: ['milk'], allergenKinds: ['oats'] }],
    ['a nut alone', { allergenKinds: ['almonds'] }],
  ])('a menu that says %s of an item or option is refused', async (_what, stated) => {
    const before = (await shop.send('GET', path)).body.revision;
    for (const menu of [burgers(stated), burgers({}, { Cheddar: stated })])
      expect(await save('Menu', menu)).toMatchObject({
        status: 422,
        body: { error: { code: 'ALLERGENS_CONTRADICT' } },
      });
    expect((await shop.send('GET', path)).body.revision).toBe(before);
  });

  it.each([{ allergens: ['gold'] }, { allergenKinds: ['rice'] }, { containsNone: false }])(
    'refuses %o',
    async (field) => {
      expect((await save('Wrong', burgers(field as object))).status).toBe(400);
      expect((await save('Wrong', burgers({}, { Chips: field }))).status).toBe(400);
    },
  );
});
