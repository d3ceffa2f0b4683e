import { expect, it } from 'vitest';
import { readCatalog, readListedCatalog } from './read-catalog.ts';

it('reads a catalog from its latest revision (D2)', () => {
  const categories = [{ _id: 'k', name: 'Mains', list: [{ _id: 'i', name: 'Pie', cost: 1495 }] }];
  expect(readCatalog({ _id: 'c', name: 'Menu', latestRevision: { categories } })).toMatchObject({
    revision: 0,
    categories: [{ id: 'k', list: [{ id: 'i', cost: 1495, note: '', modifiers: [] }] }],
  });
});

it('what a list of catalogs leaves out is not known, and no empty menu (D2)', () => {
  expect(readListedCatalog({ id: 'c', name: 'Menu' })).toMatchObject({ categories: null, itemCount: null });
  expect(readListedCatalog({ id: 'c', latestRevision: { categories: [] } })).toMatchObject({
    categories: [],
    itemCount: 0,
  });
  const namesAlone = [{ id: 'food', name: 'Food' }];
  expect(readListedCatalog({ id: 'c', categories: namesAlone })).toMatchObject({
    categories: [{ id: 'food', list: [] }],
    itemCount: null,
  });
  const whole = [{ id: 'food', items: [{ id: 'pie' }, { id: 'ale' }] }];
  expect(readListedCatalog({ id: 'c', categories: whole })).toMatchObject({ itemCount: 2 });
  expect(() => readListedCatalog({ name: 'Menu' })).toThrow('Expected a catalog');
});
