import { describe, expect, it } from 'vitest';
import { whichMilk as milk } from '../../server/api-docs/examples.ts';
import type { Category } from '../api/catalogs.ts';
import { pence } from '../base/money.ts';
import { hasPlace, marksAtStart, markSoldOut, withSoldOut, type SoldOutMark } from './sold-out.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = '2026-03-01T13:00:00.000Z';
const categories: Category[] = [
  {
    id: 'drinks',
    name: 'Drinks',
    list: [
      { id: 'tea', name: 'Tea', cost: pence(300), note: '', modifiers: [milk], soldOutUntil: 'session' },
      { id: 'coffee', name: 'Coffee', cost: pence(300), note: '', modifiers: [{ ...milk, id: 'milk-2' }] },
    ],
  },
];
const oatInTea = { itemId: 'tea', modifierId: 'milk', option: 'Oat' };

describe('sold out (D37)', () => {
  it('stands at its place alone, whatever the catalog said before', () => {
    const [category] = withSoldOut(categories, [
      { itemId: 'coffee', until: later },
      { ...oatInTea, until: 'session' },
    ]);
    const [tea, coffee] = category?.list ?? [];
    expect(tea).not.toHaveProperty('soldOutUntil');
    expect(tea?.modifiers[0]?.list).toEqual([milk.list[0], { ...milk.list[1], soldOutUntil: 'session' }]);
    expect(coffee?.soldOutUntil).toBe(later);
    expect(coffee?.modifiers[0]?.list).toEqual(milk.list);
    expect(categories[0]?.list[0]?.soldOutUntil).toBe('session');
  });

  it('is marked once per place, taken back with null, and forgotten when its time is over', () => {
    let marks: SoldOutMark[] = [{ itemId: 'coffee', until: '2026-03-01T11:59:59.999Z' }];
    marks = markSoldOut(marks, { itemId: 'tea' }, 'session', ['s1'], now);
    marks = markSoldOut(marks, oatInTea, later, ['s1'], now);
    marks = markSoldOut(marks, { itemId: 'tea' }, later, ['s1'], now);
    expect(marks).toEqual([
      { ...oatInTea, until: later },
      { itemId: 'tea', until: later },
    ]);
    expect(markSoldOut(marks, oatInTea, null, [], now)).toEqual([{ itemId: 'tea', until: later }]);
  });

  it('made while closed belongs to the next session', () => {
    const made = (sessions: string[]) => markSoldOut([], { itemId: 'tea' }, 'session', sessions, now);
    expect(marksAtStart(made([]), 's3')).toEqual(made(['s3']));
    expect(marksAtStart(made(['s2']), 's3')).toEqual(made(['s2']));
    const untilLater = [{ itemId: 'tea', until: later }];
    expect(marksAtStart(untilLater, 's1')).toEqual(untilLater);
  });

  it.each([
    [{ itemId: 'tea' }, true],
    [oatInTea, true],
    [{ itemId: 'soup' }, false],
    [{ ...oatInTea, itemId: 'coffee' }, false],
    [{ ...oatInTea, option: 'Goat' }, false],
  ])('%j is there: %s', (place, there) => expect(hasPlace(categories, place)).toBe(there));
});
