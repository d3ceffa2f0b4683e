import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category } from '#shared/api/catalogs.ts';
import { basketOfTea, menu, testServer, type TestServer, type Trading } from '../../server/testing/server.ts';

let server: TestServer;
let shop: Trading;
let path: string;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const open = async () => {
  shop = await server.trading();
  path = `/sellers/catalogs/${shop.catalogId}`;
};
const save = (name: string, categories: Category[] = menu, headers: Record<string, string> = {}) =>
  shop.send('PATCH', path, { name, categories }, headers);
const tea = { items: [{ itemId: 'tea', quantity: 1 }] };
const oatCoffee = {
  items: [{ itemId: 'coffee', quantity: 1, modifications: [{ modifierId: 'milk', option: 'Oat' }] }],
};
const oat = { itemId: 'coffee', modifierId: 'milk', option: 'Oat' };

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

describe('sold out (D37)', () => {
  const mark = (body: object) => shop.send('POST', `${path}/sold-out`, body);
  const offered = async () =>
    (await server.send('GET', `/customers/outlets/${shop.outletId}/menu`)).body.catalog.categories[0].list;

  it('an item and an option are off the menu and refused in orders at once, and back at once', async () => {
    await open();
    await shop.order(tea);
    await shop.order(oatCoffee);
    expect(await mark({ itemId: 'tea', until: 'session' })).toMatchObject({
      status: 200,
      body: {
        revision: 2,
        categories: [{ list: [{ id: 'tea', soldOutUntil: 'session' }, { id: 'coffee' }] }],
      },
    });
    await expect(shop.order(tea)).rejects.toThrow('Tea is sold out');
    expect((await offered())[0].soldOutUntil).toBe('session');
    await shop.order(oatCoffee);
    await mark({ ...oat, until: 'session' });
    await expect(shop.order(oatCoffee)).rejects.toThrow('Oat is sold out');
    expect((await offered())[1].modifiers[0].list).toMatchObject([
      { name: 'Whole' },
      { soldOutUntil: 'session' },
    ]);
    await mark({ ...oat, until: null });
    await mark({ itemId: 'tea', until: null });
    await shop.order(oatCoffee);
    expect((await shop.order(tea)).status).toBe('deliver_pending');
    expect((await offered())[0].soldOutUntil ?? null).toBeNull();
  });

  it('another server that remembers the menu refuses it at once, too', async () => {
    await open();
    const beside = await testServer({ beside: server });
    const order = (key: string) =>
      beside.send(
        'POST',
        `/customers/outlets/${shop.outletId}/orders`,
        { ...basketOfTea, ...tea },
        { 'idempotency-key': key },
      );
    expect((await order('before')).status).toBe(201);
    await mark({ itemId: 'tea', until: 'session' });
    expect(await order('after')).toMatchObject({
      status: 422,
      body: { error: { code: 'ORDER_NOT_POSSIBLE' } },
    });
    await mark({ itemId: 'tea', until: null });
    expect((await order('again')).status).toBe(201);
    await beside.close();
  });

  it('until a time, it comes back by itself', async () => {
    await open();
    await mark({ itemId: 'tea', until: new Date(server.clock.now().getTime() + 60_000).toISOString() });
    await expect(shop.order(tea)).rejects.toThrow('Tea is sold out');
    const told = async () =>
      JSON.stringify([await shop.send('GET', path), await shop.send('GET', '/sellers/catalogs')]);
    expect(await told()).toContain('soldOutUntil');
    server.clock.advance(60_001);
    expect((await shop.order(tea)).status).toBe('deliver_pending');
    expect(await told(), 'the seller sees it offered again as well').not.toContain('soldOutUntil');
  });

  it('neither marking nor editing undoes the other, whoever saw what', async () => {
    await open();
    const { body: seen } = await shop.send('GET', path);
    await mark({ itemId: 'tea', until: 'session' });
    // An editor that loaded the menu before saves without a conflict, and the mark stays.
    const edited = await save('Edited', seen.categories, { 'if-match': `"${seen.revision}"` });
    expect(edited).toMatchObject({
      status: 200,
      body: { name: 'Edited', revision: 3, categories: [{ list: [{ soldOutUntil: 'session' }, {}] }] },
    });
    await expect(shop.order(tea)).rejects.toThrow('Tea is sold out');
    // An editor that loaded it as sold out saves after it is offered again.
    await mark({ itemId: 'tea', until: null });
    await save('Edited again', edited.body.categories, { 'if-match': '"3"' });
    expect((await shop.order(tea)).status).toBe('deliver_pending');
    expect((await shop.send('GET', `${path}/revisions/3`)).body.categories).toEqual(menu);
  });

  it('many at once are all kept, among saves', async () => {
    await open();
    const list = Array.from({ length: 12 }, (_, n) => ({
      ...menu[0]?.list[0],
      id: `item-${n}`,
      name: `Item ${n}`,
    }));
    const wide = [{ id: 'all', name: 'All', list }] as Category[];
    await save('Wide', wide);
    const replies = await Promise.all([
      ...list.map(({ id }) => mark({ itemId: id, until: 'session' })),
      ...['A', 'B', 'C'].map((name) => save(name, wide)),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const { body } = await shop.send('GET', path);
    const marks = body.categories[0].list.map(({ soldOutUntil }: { soldOutUntil?: string }) => soldOutUntil);
    expect(marks).toEqual(list.map(() => 'session'));
    expect(body.revision).toBe(6);
  });

  const session = (outletId: string, step: string) =>
    shop.send('POST', `/sellers/outlets/${outletId}/trading-session/${step}`);
  const teaMark = async () => (await shop.send('GET', path)).body.categories[0].list[0].soldOutUntil;
  const annexe = async () => {
    const { body } = await shop.send('POST', '/sellers/outlets', { name: 'The Annexe' });
    await shop.send('PATCH', `/sellers/outlets/${body.id}/catalog/${shop.catalogId}`);
    await server.database.kysely
      .updateTable('outlets')
      .set({ status: 'verified' })
      .where('id', '=', body.id)
      .execute();
    return body.id as string;
  };

  it('for the session, it ends with the last of the sessions it was made in', async () => {
    await open();
    const second = await annexe();
    await session(second, 'start');
    await mark({ itemId: 'tea', until: 'session' });
    await mark({ ...oat, until: new Date(server.clock.now().getTime() + 3_600_000).toISOString() });

    expect((await session(shop.outletId, 'finish')).status).toBe(200);
    expect(await teaMark()).toBe('session');
    await session(shop.outletId, 'start');
    expect((await session(second, 'finish')).status).toBe(200);
    expect(await teaMark()).toBeUndefined();
    expect((await shop.order(tea)).status).toBe('deliver_pending');
    await expect(shop.order(oatCoffee)).rejects.toThrow('Oat is sold out');
  });

  it('for the session, made while closed, it is for the next one', async () => {
    await open();
    const second = await annexe();
    await session(shop.outletId, 'finish');
    await mark({ itemId: 'tea', until: 'session' });
    await session(shop.outletId, 'start');
    await expect(shop.order(tea)).rejects.toThrow('Tea is sold out');
    await session(second, 'start');
    await session(second, 'finish');
    expect(await teaMark()).toBe('session');
    await session(shop.outletId, 'finish');
    expect(await teaMark()).toBeUndefined();
  });

  it('for the session, it ends with it though the outlet went over to another catalog', async () => {
    await open();
    const { body: evening } = await shop.send('POST', '/sellers/catalogs', { name: 'Evening' });
    await shop.send('PATCH', `/sellers/catalogs/${evening.id}`, { name: 'Evening', categories: menu });
    const assign = (id: string) => shop.send('PATCH', `/sellers/outlets/${shop.outletId}/catalog/${id}`);
    await mark({ itemId: 'tea', until: 'session' });
    await session(shop.outletId, 'finish');
    await session(shop.outletId, 'start');
    await mark({ itemId: 'tea', until: 'session' });
    await assign(evening.id);
    expect((await shop.order(tea)).status).toBe('deliver_pending');
    const { body: orders } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    for (const { id } of orders) await shop.send('POST', `/sellers/orders/cancel/${id}`);
    expect(await teaMark()).toBe('session');
    expect((await session(shop.outletId, 'finish')).status).toBe(200);
    expect(await teaMark()).toBeUndefined();
  });

  it('two that close at the same moment do not each wait for the other', async () => {
    await open();
    const second = await annexe();
    const both = (step: string) => Promise.all([shop.outletId, second].map((id) => session(id, step)));
    for (let round = 0; round < 5; round += 1) {
      await both('start');
      await mark({ itemId: 'tea', until: 'session' });
      expect((await both('finish')).map(({ status }) => status)).toEqual([200, 200]);
      expect((await shop.send('GET', path)).body.categories[0].list[0]).not.toHaveProperty('soldOutUntil');
    }
  });

  it.each([
    ['an unknown item', { itemId: 'soup', until: 'session' }, 422],
    ['an unknown option', { ...oat, option: 'Goat', until: 'session' }, 422],
    ['half of an option', { itemId: 'coffee', option: 'Oat', until: 'session' }, 400],
    ['a time that is none', { itemId: 'tea', until: 'tomorrow' }, 400],
    ['no word on until when', { itemId: 'tea' }, 400],
  ])('refuses %s', async (_what, body, status) => {
    await open();
    expect((await mark(body)).status).toBe(status);
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

describe('a catalog’s size (D36)', () => {
  const wide = (count: number) => {
    const item = menu[0]?.list[0];
    const list = (from: number, n: number) =>
      Array.from({ length: n }, (_, at) => ({ ...item, id: `i${from + at}`, modifiers: [] }));
    return Array.from({ length: Math.ceil(count / 400) }, (_, c) => ({
      id: `c${c}`,
      name: 'C',
      list: list(c * 400, Math.min(400, count - c * 400)),
    }));
  };
  const [drinks] = menu;
  const options = ['Whole', 'Whole'].map((name) => ({ name, cost: 0 }));
  const modifier = { id: 'milk', name: 'Milk', kind: 'pickOne', note: '', list: options };

  it.each([
    ['2,500 items', { categories: wide(2_500) }, 200],
    ['2,501 items', { categories: wide(2_501) }, 422],
    [
      '401 items in a category',
      { categories: [{ id: 'c', name: 'C', list: wide(401).flatMap(({ list }) => list) }] },
      400,
    ],
    [
      '101 categories',
      { categories: Array.from({ length: 101 }, (_, n) => ({ id: `${n}`, name: 'C', list: [] })) },
      400,
    ],
    ['a name of 121', { name: 'x'.repeat(121) }, 400],
    ['no name', { name: '  ' }, 400],
    [
      'an item without a name',
      { categories: [{ ...drinks, list: [{ ...drinks?.list[0], name: '' }] }] },
      400,
    ],
    ['a negative price', { categories: [{ ...drinks, list: [{ ...drinks?.list[0], cost: -1 }] }] }, 400],
    [
      'an option twice',
      { categories: [{ ...drinks, list: [{ ...drinks?.list[0], modifiers: [modifier] }] }] },
      422,
    ],
  ])('%s', async (_what, change, status) => {
    await open();
    const reply = await shop.send('PATCH', path, { name: 'Menu', categories: [], ...change });
    expect(reply.status).toBe(status);
    if (status !== 200) expect((await shop.send('GET', path)).body.revision).toBe(2);
  });
});

describe('a menu of another system has no ids of ours (D8)', () => {
  const tea = { id: 'ours', name: 'Tea', cost: 190, note: '', modifiers: [] };
  const bare = [
    {
      name: 'Drinks',
      list: [
        {
          name: 'Coffee',
          cost: 280,
          note: '',
          modifiers: [{ name: 'Milk', kind: 'pickOne', note: '', list: [{ name: 'Oat', cost: 40 }] }],
        },
        tea,
      ],
    },
  ];
  type Entry = { id: string; list: Entry[]; modifiers?: Entry[] };
  const idsOf = ([category]: Entry[]) => [
    category?.id,
    ...(category?.list ?? []).flatMap(({ id, modifiers = [] }) => [id, ...modifiers.map((one) => one.id)]),
  ];

  it.each(['POST', 'PATCH'] as const)(
    '%s makes those that are missing, and keeps those that are given',
    async (method) => {
      await open();
      const body = { name: 'Brought along', categories: bare };
      const made = await shop.send(method, method === 'POST' ? '/sellers/catalogs' : path, body);
      expect(made.status).toBe(method === 'POST' ? 201 : 200);
      const ids = idsOf(made.body.categories);
      expect(ids).toEqual([
        expect.stringMatching(/^.{30,}$/),
        expect.stringMatching(/^.{30,}$/),
        expect.stringMatching(/^.{30,}$/),
        'ours',
      ]);
      expect(new Set(ids).size).toBe(4);
      const again = await shop.send('GET', `/sellers/catalogs/${made.body.id}`);
      expect(idsOf(again.body.categories), 'and they stay').toEqual(ids);
    },
  );

  it('one id twice is still refused', async () => {
    await open();
    const twice = [{ name: 'Drinks', list: [tea, tea] }];
    expect(await shop.send('PATCH', path, { name: 'Twice', categories: twice })).toMatchObject({
      status: 422,
      body: { error: { code: 'DUPLICATE_ID' } },
    });
  });
});
