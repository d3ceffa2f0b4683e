import { expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { allDayOf } from './all-day.ts';
import { combinedLines } from './combined-lines.ts';

const line = (id: string, name: string, quantity: number, ...options: string[]) => ({
  id,
  name,
  quantity,
  cost: pence(100),
  modifications: options.map((option) => ({ name: option, cost: pence(0) })),
});

it('counts what is not ready of accepted orders, and apart from it what nobody has accepted (D61)', () => {
  const items = [line('a', 'Ferry burger', 2, 'Bacon'), line('b', 'Ferry burger', 1), line('c', 'Chips', 3)];
  const itemStatus = [
    { id: 'a', status: 'working' as const },
    { id: 'b', status: 'waiting' as const },
    { id: 'c', status: 'ready' as const },
  ];
  const accepted = sampleOrder({ id: 'one', status: 'deliver_working', items, itemStatus });
  const asked = sampleOrder({
    id: 'two',
    status: 'deliver_pending',
    items: [line('d', 'Ferry burger', 4, 'Bacon')],
  });
  const closed = sampleOrder({ id: 'three', status: 'complete', items });
  expect(allDayOf([accepted, asked, closed])).toEqual([
    {
      outletId: 'outlet-1',
      name: 'Ferry burger',
      accepted: 3,
      unanswered: 4,
      options: [{ name: 'Bacon', accepted: 2, unanswered: 4 }],
    },
  ]);
});

it('keeps two outlets apart, and stands by name', () => {
  const of = (id: string, outletId: string) =>
    sampleOrder({
      id,
      outletId,
      status: 'deliver_waiting',
      items: [line('b', 'Ale 10', 1), line('a', 'Ale 9', 1)],
    });
  expect(allDayOf([of('1', 'x'), of('2', 'y')]).map(({ outletId, name }) => `${outletId} ${name}`)).toEqual([
    'x Ale 9',
    'x Ale 10',
    'y Ale 9',
    'y Ale 10',
  ]);
});

it('lines that differ in nothing but their number are one, where the first stood', () => {
  const lines = [
    line('a', 'Ferry burger', 2, 'Bacon'),
    line('b', 'Chips', 1),
    line('c', 'Ferry burger', 1, 'Bacon'),
    line('d', 'Ferry burger', 1),
  ];
  expect(combinedLines(lines).map(({ id, quantity }) => [id, quantity])).toEqual([
    ['a', 3],
    ['b', 1],
    ['d', 1],
  ]);
});
