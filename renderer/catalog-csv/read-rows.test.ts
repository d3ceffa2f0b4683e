import { expect, it } from 'vitest';
import { readSheet } from './read-rows.ts';

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
