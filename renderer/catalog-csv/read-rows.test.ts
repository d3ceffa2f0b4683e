import { expect, it } from 'vitest';
import { readSheet } from './read-rows.ts';

const read = (text: string) => readSheet(new File([text], 'menu.csv'), () => {});

it('reads a letter of two bytes that lies on the border of what is read in one go', async () => {
  const names: string[] = [];
  let text = 'Category,Item,Price\n';
  const add = (name: string, price: string) => {
    names.push(name);
    text += `Mains,${name},${price}\n`;
  };
  while (text.length < 32_600) add(`Pie ${names.length}`, '5.00');
  add('P'.repeat(32_767 - text.length - 'Mains,,'.length), '£5.00');
  expect(Buffer.from(text).indexOf('£')).toBe(32_767);
  while (text.length < 40_000) add(`Crème brûlée ${names.length}`, '£6.00');
  const shares: number[] = [];
  const { rows, problems } = await readSheet(new File([text], 'menu.csv'), (share) => shares.push(share));
  expect(problems).toEqual([]);
  expect(rows.map(({ cells }) => cells.item)).toEqual(names);
  expect(rows.filter(({ cells }) => !/^£?\d\.00$/.test(cells.price ?? ''))).toEqual([]);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.at(-1)).toBe(1);
});

it('takes no cell for badly quoted that goes on beyond what is read in one go', async () => {
  const heading = `Category,Item,Price,Note\r\n${'Mains,Stew,6,\r\n'.repeat(9)}`;
  const before = 'Mains,"Pie",5,'.length;
  for (const cut of [-1, 0, 1]) {
    const note = `"${'n'.repeat(32_768 - heading.length - before - 3 + cut)}"`;
    const text = `${heading}Mains,"Pie",5,${note}\r\nMains,"Soup",4,\r\n`;
    const { rows, problems } = await read(text);
    expect(problems).toEqual([]);
    expect(rows.slice(9).map(({ cells }) => cells.item)).toEqual(['Pie', 'Soup']);
  }
});

it('tells of a quotation mark that joins cells or rows, and reads nothing then', async () => {
  const rows = [
    'Category,Item,Note,Price',
    'Mains,"Pie, ""the"" pie","two\nlines",9',
    '',
    'Mains,Rump steak,"10oz" cut with chips,18.50',
    'Mains,Soup,"Tomato, with bread",5.00',
    'Mains,Stew,of beef,7.00',
  ];
  const stray = 'Row 4: a quotation mark is not closed or not doubled.';
  expect(await read(rows.join('\n'))).toMatchObject({ rows: [], problems: [stray] });
  const unclosed = await read('Category,Item,Price\nMains,Pie,9\n\nMains,"Soup,5');
  expect(unclosed).toMatchObject({ rows: [], problems: [stray] });
  const inches = await read('Category,Item,Price\nMains,12" pizza,9');
  expect(inches).toMatchObject({ problems: [], rows: [{ cells: { item: '12" pizza' } }] });
});
