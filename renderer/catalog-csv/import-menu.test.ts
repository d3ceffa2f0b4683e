import { expect, it } from 'vitest';
import { itemsOf, type CatalogContent } from '../catalog-model/content.ts';
import { differencesBetween } from '../catalog-model/differences.ts';
import { imported } from './import-menu.ts';
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
