import { expect, it } from 'vitest';
import { itemsOf, type CatalogContent } from '../catalog-model/content.ts';
import { differencesBetween } from '../catalog-model/differences.ts';
import { importProblems, imported } from './import-menu.ts';
import { menuOf } from './read-menu.ts';
import { readSheet } from './read-rows.ts';

const read = async (text: string) => menuOf(await readSheet(new File([text], 'menu.csv'), () => {}));
const empty: CatalogContent = { name: 'Menu', categories: [] };

it('of an option’s and a modifier’s columns that a file does not have, nothing changes', async () => {
  const whole = [
    'Category,Item,Price,Modifier,Requirement,Modifier notes,Option,Option price',
    'Mains,Pie,12.50,Sauce,Pick one,Please choose,Gravy,1.50',
    ',,,,,,Mustard,0.50',
  ];
  const before = imported(empty, await read(whole.join('\n')), true);
  const detailsAfter = async (...rows: string[]) =>
    differencesBetween(before, imported(before, await read(rows.join('\n')), true)).map(
      ({ detail }) => detail,
    );
  expect(await detailsAfter('Category,Item,Price,Modifier', 'Mains,Pie,12.50,Sauce')).toEqual([]);
  const options = ['Mains,Pie,12.50,Sauce,Gravy', ',,,,Mustard'];
  expect(await detailsAfter('Category,Item,Price,Modifier,Option', ...options)).toEqual([]);
  // A column that is there says so of every row, by an empty cell as well.
  const [pie] = itemsOf(
    imported(
      before,
      await read('Category,Item,Price,Modifier,Modifier notes,Option\nMains,Pie,12.50,Sauce,,Gravy'),
      true,
    ),
  );
  expect(pie?.modifiers).toMatchObject([
    { name: 'Sauce', kind: 'pickOne', note: '', list: [{ name: 'Gravy', cost: 150 }] },
  ]);
});

it('asks to rename one of two categories, or of an item’s two modifiers, of one name before an import', async () => {
  const file = [
    'Category,Item,Price,Modifier,Option',
    'Mains,Pie,12.50,Sauce,Gravy',
    ',,,Side,Chips',
    'Drinks,Ale,5,,',
  ].join('\n');
  const menu = await read(file);
  const before = imported(empty, menu, true);
  expect(importProblems(before, menu)).toEqual([]);
  const [mains, drinks] = before.categories;
  const [pie] = itemsOf(before);
  if (!mains || !drinks || !pie) throw new Error('Nothing was imported');

  const twoDrinks = { ...before, categories: [mains, drinks, { ...drinks, id: 'other' }] };
  expect(importProblems(twoDrinks, menu)).toEqual([
    'The menu has two categories called “Drinks”, which a file cannot tell apart. Rename one first.',
  ]);
  const sauces = pie.modifiers.map((modifier) => ({ ...modifier, name: 'Sauce' }));
  const categories = [{ ...mains, list: [{ ...pie, modifiers: sauces }] }, drinks];
  const twoSauces = { ...before, categories };
  expect(importProblems(twoSauces, menu)).toEqual([
    '“Mains › Pie” has two modifiers called “Sauce”, which a file cannot tell apart. Rename one first.',
  ]);
  // What the file does not name, it does not change either.
  expect(importProblems(twoDrinks, await read('Category,Item,Price\nMains,Pie,9'))).toEqual([]);
  expect(importProblems(twoSauces, await read('Category,Item,Price\nMains,Pie,9'))).toEqual([]);
  const problems = ['Row 2: a quotation mark is not closed or not doubled.'];
  expect(importProblems(twoSauces, { ...menu, problems })).toEqual(problems);
});
