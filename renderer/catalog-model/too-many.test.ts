import { expect, it } from 'vitest';
import { contentOf } from './content.ts';
import { tooMany } from './too-many.ts';

it('says which part of a menu is more than can be saved', () => {
  const many = <Entry>(count: number, entry: (n: number) => Entry) =>
    Array.from({ length: count }, (_, n) => entry(n));
  const option = (n: number) => ({ name: `Option ${n}`, cost: 0 });
  const modifier = (options: number) => (n: number) => ({
    id: `modifier ${n}`,
    name: `Sauce ${n}`,
    kind: 'pickOne' as const,
    note: '',
    list: many(options, option),
  });
  const item = (modifiers: number, options = 1) => ({
    id: 'item',
    name: 'Pie',
    cost: 100,
    note: '',
    modifiers: many(modifiers, modifier(options)),
  });
  const menu = (...list: ReturnType<typeof item>[]) =>
    contentOf({ name: 'Menu', categories: [{ id: 'wines', name: 'Wines', list }] } as never);

  expect(tooMany(menu(...many(400, () => item(0))))).toEqual([]);
  expect(tooMany(menu(...many(401, () => item(0))))).toEqual([
    '“Wines” has 401 items; at most 400 can be saved.',
  ]);
  expect(tooMany(menu(item(30)))).toEqual([]);
  expect(tooMany(menu(item(31)))).toEqual(['“Wines › Pie” has 31 modifiers; at most 30 can be saved.']);
  expect(tooMany(menu(item(1, 61)))).toEqual([
    '“Sauce 0” of “Wines › Pie” has 61 options; at most 60 can be saved.',
  ]);
});
