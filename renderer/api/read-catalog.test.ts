import { expect, it } from 'vitest';
import { readCatalog } from './read-catalog.ts';

it('D2 reads a catalog from its latest revision', () => {
  const categories = [{ _id: 'k', name: 'Mains', list: [{ _id: 'i', name: 'Pie', cost: 1495 }] }];
  expect(readCatalog({ _id: 'c', name: 'Menu', latestRevision: { categories } })).toMatchObject({
    revision: 0,
    categories: [{ id: 'k', list: [{ id: 'i', cost: 1495, note: '', modifiers: [] }] }],
  });
});
