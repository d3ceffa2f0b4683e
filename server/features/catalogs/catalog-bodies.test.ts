import { describe, expect, it } from 'vitest';
import { menu } from '../../testing/server.ts';
import { setUpServer } from '../../../tests/support/shop/set-up.ts';
import { open, path, shop } from '../../../tests/support/shop/catalog-steps.ts';

setUpServer();

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
