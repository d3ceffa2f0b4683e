import { describe, expect, it } from 'vitest';
import type { Category } from '#shared/api/catalogs.ts';
import { menu } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { open, path, shop, save, tea, oatCoffee } from '../../../tests/support/shop/catalog-steps.ts';

setUpServer();

describe('deleting a catalog (D36)', () => {
  it('is refused while outlets sell from it, naming them, and takes everything of it after', async () => {
    await open();
    expect(await shop.send('DELETE', path)).toMatchObject({
      status: 409,
      body: {
        error: { code: 'CATALOG_IN_USE', message: expect.stringContaining('The Old Ferry') },
        current: { outlets: [{ id: shop.outletId, name: 'The Old Ferry' }] },
      },
    });
    const { body: other } = await shop.send('POST', '/sellers/catalogs', { name: 'Other' });
    await shop.send('PATCH', `/sellers/outlets/${shop.outletId}/catalog/${other.id}`);
    const stale = await shop.send('DELETE', path, undefined, { 'if-match': '"1"' });
    expect(stale).toMatchObject({ status: 409, body: { current: { revision: 2 } } });
    expect((await shop.send('DELETE', path, undefined, { 'if-match': '"2"' })).status).toBe(200);
    expect((await shop.send('GET', path)).status).toBe(404);
    expect((await shop.send('DELETE', path)).status).toBe(404);
    const left = await server.database.kysely
      .selectFrom('catalog_revisions')
      .select('revision')
      .where('catalog_id', '=', shop.catalogId)
      .execute();
    expect(left).toEqual([]);
  });

  it('against its being assigned: an outlet never sells from a catalog that has gone', async () => {
    await open();
    for (let round = 0; round < 8; round += 1) {
      const { body: catalog } = await shop.send('POST', '/sellers/catalogs', { name: `Round ${round}` });
      const [assigned, removed] = await Promise.all([
        shop.send('PATCH', `/sellers/outlets/${shop.outletId}/catalog/${catalog.id}`),
        shop.send('DELETE', `/sellers/catalogs/${catalog.id}`),
      ]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([assigned.status, removed.status]);
    }
  });
});

describe('what a catalog was (D36)', () => {
  it('is listed newest first, can be looked at, and restored as a revision of its own (D9)', async () => {
    await open();
    await save('Summer');
    await save('Winter', []);
    const { body: list } = await shop.send('GET', `${path}/revisions`);
    expect(list.map(({ revision, name }: { revision: number; name: string }) => [revision, name])).toEqual([
      [4, 'Winter'],
      [3, 'Summer'],
      [2, 'Menu'],
      [1, 'Menu'],
    ]);
    const { body: part } = await shop.send('GET', `${path}/revisions?before=4&limit=2`);
    expect(part).toEqual(list.slice(1, 3));
    expect((await shop.send('GET', `${path}/revisions/3`)).body).toMatchObject({
      id: shop.catalogId,
      name: 'Summer',
      categories: menu,
    });
    expect((await shop.send('GET', `${path}/revisions/9`)).status).toBe(404);
    expect((await shop.send('GET', `${path}/revisions/x`)).status).toBe(404);

    const restore = (revision: number, seen: number) =>
      shop.send('POST', `${path}/revisions/${revision}/restore`, undefined, { 'if-match': `"${seen}"` });
    expect(await restore(3, 3)).toMatchObject({
      status: 409,
      body: { error: { code: 'VERSION_CONFLICT' }, current: { name: 'Winter', revision: 4 } },
    });
    expect(await restore(3, 4)).toMatchObject({
      status: 200,
      body: { name: 'Summer', revision: 5, categories: menu },
    });
    expect((await restore(9, 5)).status).toBe(404);
    expect((await shop.send('GET', `${path}/revisions`)).body).toHaveLength(5);
    expect((await shop.order(tea)).status).toBe('deliver_pending');
  });
});

describe('a copy of a catalog (D36)', () => {
  it('has its categories from the start, without what is sold out of the first', async () => {
    await open();
    await shop.send('POST', `${path}/sold-out`, { itemId: 'tea', until: 'session' });
    const { body: first } = await shop.send('GET', path);
    const { categories } = first;
    const made = await shop.send('POST', '/sellers/catalogs', { name: 'Copy', categories });
    expect(made).toMatchObject({ status: 201, body: { name: 'Copy', revision: 1, categories: menu } });
    expect(made.body.id).not.toBe(shop.catalogId);
    expect(made.body.categories[0].list[0]).not.toHaveProperty('soldOutUntil');
  });

  it('that is asked for twice with one key is made once, and both are answered alike (D10)', async () => {
    await open();
    const { body: before } = await shop.send('GET', path);
    const copy = (name: string) =>
      shop.send(
        'POST',
        '/sellers/catalogs',
        { name, categories: before.categories },
        { 'idempotency-key': 'press' },
      );
    const [first, twin] = await Promise.all([copy('Copy'), copy('Copy')]);
    expect(first).toMatchObject({ status: 201, body: { name: 'Copy', revision: 1, categories: menu } });
    expect(twin).toMatchObject({ status: 201, body: first.body });
    const made = `/sellers/catalogs/${first.body.id}`;
    await shop.send('POST', `${made}/sold-out`, { itemId: 'tea', until: 'session' });
    await shop.send('PATCH', made, { name: 'Autumn', categories: [] });
    expect((await copy('Copy')).body).toEqual(first.body);
    expect(await copy('Another')).toMatchObject({
      status: 422,
      body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    });
    expect((await shop.send('GET', '/sellers/catalogs')).body).toHaveLength(2);
  });

  it('is held to the rules of a save', async () => {
    await open();
    const twice = [...menu, ...menu];
    const refused = await shop.send('POST', '/sellers/catalogs', { name: 'Copy', categories: twice });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'DUPLICATE_ID' } } });
    expect((await shop.send('GET', '/sellers/catalogs')).body).toHaveLength(1);
  });
});

describe('allergens and VAT (D24)', () => {
  const labelled = menu.map((category) => ({
    ...category,
    list: category.list.map((item) =>
      item.id === 'tea' ? { ...item, allergens: ['milk', 'nuts'], vatRate: 0 } : item,
    ),
  })) as Category[];

  it('go with the item to the customer’s menu and, as they were, with each line ordered', async () => {
    await open();
    expect((await save('Labelled', labelled)).body.categories).toEqual(labelled);
    const { body: read } = await shop.send('GET', `/customers/outlets/${shop.outletId}/menu`);
    expect(read.catalog.categories[0].list[0]).toMatchObject({ allergens: ['milk', 'nuts'], vatRate: 0 });
    const { items } = await shop.order({ items: [...tea.items, ...oatCoffee.items] });
    expect(items[0]).toMatchObject({ name: 'Tea', allergens: ['milk', 'nuts'], vatRate: 0 });
    expect(items[1], 'nothing is said where nothing was set').not.toHaveProperty('vatRate');
    expect(items[1]).not.toHaveProperty('allergens');
  });

  it.each([{ allergens: ['gold'] }, { vatRate: 19 }, { vatRate: '20' }])('refuses %o', async (field) => {
    await open();
    const [category] = menu;
    const wrong = [{ ...category, list: [{ ...category?.list[0], ...field }] }] as Category[];
    expect((await save('Wrong', wrong)).status).toBe(400);
  });
});
