import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Category, Item } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import type { CatalogContent } from './content.ts';
import { differencesBetween } from './differences.ts';
import {
  moveCategory,
  moveItem,
  putCategory,
  putItem,
  putModifier,
  removeCategory,
  removeItem,
  rename,
  renameCategory,
  type Edit,
} from './edits.ts';
import { merge } from './merge.ts';
import { same } from '../api/same.ts';

const item = (id: string, cost = 100): Item => ({
  id,
  name: `Item ${id}`,
  cost: pence(cost),
  note: '',
  modifiers: [],
});
const category = (id: string, ...items: string[]): Category => ({
  id,
  name: `Category ${id}`,
  list: items.map((item_) => item(item_)),
});
const base: CatalogContent = {
  name: 'Menu',
  categories: [category('a', 'a1', 'a2', 'a3'), category('b', 'b1'), category('c')],
};
const a = { categoryId: 'a' };
const edited = (content: CatalogContent, ...edits: Edit[]) =>
  edits.reduce((result, edit) => edit(result), content);
const merged = (mine: Edit[], theirs: Edit[]) => merge(base, edited(base, ...mine), edited(base, ...theirs));
const ids = (content: CatalogContent) =>
  content.categories.map(({ id, list }) => `${id}:${list.map((entry) => entry.id).join()}`);

describe('what two people changed, merged (D35)', () => {
  it('keeps both where they touched different things, fields of one item among them', () => {
    const { merged: result, collisions } = merged(
      [putItem(a, { ...item('a1'), name: 'Renamed' }), putItem(a, item('a4')), rename('Winter')],
      [
        putItem(a, { ...item('a1'), cost: pence(250) }),
        putCategory(category('d', 'd1')),
        renameCategory({ categoryId: 'b' }, 'Drinks'),
      ],
    );
    expect(collisions).toEqual([]);
    expect(result.name).toBe('Winter');
    expect(ids(result)).toEqual(['a:a1,a2,a3,a4', 'b:b1', 'c:', 'd:d1']);
    expect(result.categories[0]?.list[0]).toMatchObject({ name: 'Renamed', cost: 250 });
    expect(result.categories[1]?.name).toBe('Drinks');
  });

  it('keeps what one removed and the other left alone removed, and asks where the other changed it', () => {
    expect(ids(merged([removeCategory({ categoryId: 'b' })], [rename('X')]).merged)).toEqual([
      'a:a1,a2,a3',
      'c:',
    ]);
    const mine = [removeItem({ ...a, itemId: 'a2' })];
    const theirs = [putItem(a, { ...item('a2'), cost: pence(5) })];
    const { collisions } = merged(mine, theirs);
    expect(collisions).toEqual([
      { key: '/a/a2.removed', what: 'Category a › Item a2', mine: 'Removed', theirs: 'Changed' },
    ]);
    const choose = (side: 'mine' | 'theirs') =>
      ids(merge(base, edited(base, ...mine), edited(base, ...theirs), { '/a/a2.removed': side }).merged)[0];
    expect(choose('mine')).toBe('a:a1,a3');
    expect(choose('theirs')).toBe('a:a1,a2,a3');
  });

  it('shows both words for one field, and takes the one that is chosen', () => {
    const mine = edited(base, putItem(a, { ...item('a1'), cost: pence(1450) }));
    const theirs = edited(base, putItem(a, { ...item('a1'), cost: pence(1500), note: 'New' }));
    const { collisions } = merge(base, mine, theirs);
    const what = 'Category a › Item a1 › Price';
    expect(collisions).toEqual([{ key: '/a/a1.cost', what, mine: '£14.50', theirs: '£15.00' }]);
    const chosen = merge(base, mine, theirs, { '/a/a1.cost': 'theirs' }).merged;
    expect(chosen.categories[0]?.list[0]).toMatchObject({ cost: 1500, note: 'New' });
  });

  it('keeps moves of different things, and asks where both moved one', () => {
    expect(ids(merged([moveItem(a, 2, 0)], [moveCategory(0, 2)]).merged)).toEqual([
      'b:b1',
      'c:',
      'a:a3,a1,a2',
    ]);
    const wide: CatalogContent = { name: '', categories: [category('w', '1', '2', '3', '4', '5')] };
    const w = { categoryId: 'w' };
    const apart = merge(wide, edited(wide, moveItem(w, 0, 2)), edited(wide, moveItem(w, 4, 0)));
    expect(apart.collisions).toEqual([]);
    expect(ids(apart.merged)).toEqual(['w:5,2,3,1,4']);
    const both = merge(wide, edited(wide, moveItem(w, 0, 4)), edited(wide, moveItem(w, 0, 2)));
    expect(both.collisions.map(({ key }) => key)).toEqual(['/w/order']);
    expect(ids(both.merged)).toEqual(['w:2,3,4,5,1']);
    const chosen = merge(wide, edited(wide, moveItem(w, 0, 4)), edited(wide, moveItem(w, 0, 2)), {
      '/w/order': 'theirs',
    });
    expect(ids(chosen.merged)).toEqual(['w:2,3,1,4,5']);
  });

  it('merges modifiers and, by their names, their options', () => {
    const place = { ...a, itemId: 'a1' };
    const milk = (...list: [string, number][]) => ({
      id: 'milk',
      name: 'Milk',
      kind: 'pickOne' as const,
      note: 'Which?',
      list: list.map(([name, cost]) => ({ name, cost: pence(cost) })),
    });
    const start = edited(base, putModifier(place, milk(['Whole', 0], ['Oat', 40])));
    const { merged: result, collisions } = merge(
      start,
      edited(start, putModifier(place, milk(['Whole', 0], ['Oat', 50]))),
      edited(start, putModifier(place, milk(['Whole', 0], ['Oat', 40], ['Soya', 40]))),
    );
    expect(collisions).toEqual([]);
    expect(result.categories[0]?.list[0]?.modifiers).toEqual([milk(['Whole', 0], ['Oat', 50], ['Soya', 40])]);
  });
});

const index = fc.nat({ max: 2 });
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.string({ minLength: 1 }).map(rename),
  fc.tuple(index, index).map(([from, to]) => moveCategory(from, to)),
  fc.tuple(index, index).map(([from, to]) => moveItem(a, from, to)),
  fc.constantFrom('a1', 'a2', 'a3').map((itemId) => removeItem({ ...a, itemId })),
  fc.tuple(fc.constantFrom('a1', 'a2', 'new'), fc.nat(9)).map(([id, cost]) => putItem(a, item(id, cost))),
  fc.constantFrom('a', 'b').map((categoryId) => removeCategory({ categoryId })),
);
const anyEdits = fc.array(anyEdit, { maxLength: 5 });

describe('whatever both did (D35)', () => {
  it('merging is the same from either side, where nothing collides; mine or theirs alone is taken as it is', () => {
    fc.assert(
      fc.property(anyEdits, anyEdits, (ours, others) => {
        const [mine, theirs] = [edited(base, ...ours), edited(base, ...others)];
        expect(same(merge(base, mine, base).merged, mine)).toBe(true);
        expect(same(merge(base, base, theirs).merged, theirs)).toBe(true);
        expect(same(merge(base, mine, mine).merged, mine)).toBe(true);
        const { merged: result, collisions } = merge(base, mine, theirs);
        const all = result.categories.flatMap(({ id, list }) => [id, ...list.map((entry) => entry.id)]);
        expect(new Set(all).size, 'nothing stands twice').toBe(all.length);
        const mirrored = merge(base, theirs, mine);
        expect(mirrored.collisions.map(({ key }) => key).toSorted()).toEqual(
          collisions.map(({ key }) => key).toSorted(),
        );
        const chosen = Object.fromEntries(collisions.map(({ key }) => [key, 'theirs' as const]));
        if (collisions.length > 0) merge(base, mine, theirs, chosen);
        else expect(mirrored.merged.categories.length).toBe(result.categories.length);
      }),
    );
  });

  it('the differences between two contents are none exactly where they are the same', () => {
    fc.assert(
      fc.property(anyEdits, (edits) => {
        const after = edited(base, ...edits);
        expect(differencesBetween(base, after).length === 0).toBe(same(base, after));
      }),
    );
  });

  it('differences are told in words', () => {
    const after = edited(
      base,
      putItem(a, { ...item('a1'), cost: pence(150), allergens: ['milk'], vatRate: 20 }),
      removeItem({ ...a, itemId: 'a2' }),
      putCategory(category('d', 'd1')),
      moveCategory(2, 0),
    );
    expect(differencesBetween(base, after).map(({ kind, what, detail }) => [kind, what, detail])).toEqual([
      ['removed', 'Category a › Item a2', '£1.00'],
      ['changed', 'Category a › Item a1', 'Price: £1.00 → £1.50'],
      ['changed', 'Category a › Item a1', 'Allergens: not stated → Milk'],
      ['changed', 'Category a › Item a1', 'VAT: none → 20%'],
      ['added', 'Category d', '1 item'],
      ['moved', 'Category c', 'to place 1'],
    ]);
  });
});
