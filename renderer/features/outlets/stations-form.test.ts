import { expect, it } from 'vitest';
import { kitchenAndBar, stationOf, withCategoryAt, withoutStation } from './stations-form.ts';

const named = (...names: string[]) => names.map((name) => ({ id: name, name }));
const usual = kitchenAndBar(
  named(
    'Breakfast',
    'From the grill',
    'Puddings',
    'Barbecue',
    'Cask ales',
    'Hot Drinks',
    'Gin & Tonics',
    'Wines',
  ),
);
const [kitchen, bar] = usual;

it('a pub’s usual two have the drinks at the bar and all else in the kitchen (D60)', () => {
  expect(usual.map(({ name, categories }) => [name, categories])).toEqual([
    ['Kitchen', ['Breakfast', 'From the grill', 'Puddings', 'Barbecue']],
    ['Bar', ['Cask ales', 'Hot Drinks', 'Gin & Tonics', 'Wines']],
  ]);
});

it('a category is at one station, or at none, and a menu that is not shown keeps its own (D60)', () => {
  const moved = withCategoryAt(usual, 'Puddings', bar?.id ?? '');
  expect([stationOf(moved, 'Puddings'), stationOf(moved, 'Breakfast')]).toEqual([bar?.id, kitchen?.id]);
  const nowhere = withCategoryAt(moved, 'Puddings', '');
  expect(stationOf(nowhere, 'Puddings')).toBe('');
  expect(stationOf(nowhere, 'Cask ales')).toBe(bar?.id);
});

it('nobody hands over to a station that is removed (D60)', () => {
  if (!kitchen || !bar) throw new Error('Two stations are missing.');
  expect(withoutStation([{ ...kitchen, fallback: bar.id }, bar], bar.id)).toEqual([kitchen]);
});
