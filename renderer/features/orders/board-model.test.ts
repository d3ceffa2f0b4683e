import { describe, expect, it } from 'vitest';
import { readOrder } from '../../api/read-order.ts';
import { cardToGoOnWith, columnsOf, idsOf, leftOf, listsOf, matches, placeOf } from './board-model.ts';
import { meaningOf } from './use-board-keys.ts';

// The single list has what is ready to close above what is in progress.
const columns = {
  new: ['a', 'b'],
  'in-progress': ['c'],
  'ready-to-close': ['r'],
  closed: ['d'],
  all: ['a', 'b', 'r', 'c', 'd'],
};

describe('the keys of the board', () => {
  it.each([
    ['j', null, { kind: 'move', orderId: 'a' }],
    ['J', 'b', { kind: 'move', orderId: 'c' }],
    ['j', 'd', { kind: 'move', orderId: 'd' }],
    ['k', 'c', { kind: 'move', orderId: 'b' }],
    ['k', 'a', { kind: 'move', orderId: 'a' }],
    ['3', null, { kind: 'move', orderId: 'c' }],
    ['9', null, null],
    ['a', 'a', { kind: 'accept' }],
    ['D', null, { kind: 'all-day' }],
    ['/', null, { kind: 'search' }],
    ['?', null, { kind: 'help' }],
    ['x', null, null],
  ] as const)('%s with %s chosen', (key, chosen, meaning) => {
    expect(meaningOf(key, idsOf(columns, 'columns'), chosen)).toEqual(meaning);
  });
  it.each([
    ['columns', ['a', 'b', 'c', 'r', 'd']],
    ['list', ['a', 'b', 'r', 'c', 'd']],
  ] as const)('walk through %s as they are shown', (layout, ids) =>
    expect(idsOf(columns, layout)).toEqual(ids),
  );
});

describe('the card to go on with', () => {
  const lists = listsOf(columns, 'columns', 'new');
  it.each([
    ['wherever its order is now', 'c', { list: 'new', index: 0 }, 'c'],
    ['the one that took its place', 'gone', { list: 'new', index: 1 }, 'b'],
    ['the last, where it was behind it', 'gone', { list: 'new', index: 7 }, 'b'],
    ['none in an empty list', 'gone', { list: 'all', index: 0 }, null],
    ['none where it never was on the screen', 'gone', undefined, null],
  ] as const)('is %s', (_what, orderId, place, next) =>
    expect(cardToGoOnWith(lists, orderId, place)).toBe(next),
  );
  it('has the closed orders under those that are ready to close, and one tab alone has one column', () => {
    expect(lists.map(({ ids }) => ids)).toEqual([['a', 'b'], ['c'], ['r', 'd']]);
    expect(cardToGoOnWith(listsOf(columns, 'tabs', 'new'), 'c', undefined)).toBeNull();
  });
  it('is in one list by priority: what is ready to close stands above what is still made (D29)', () =>
    expect(listsOf(columns, 'list', 'new').map(({ ids }) => ids)).toEqual([['a', 'b', 'r', 'c', 'd']]));
});

describe('where an order was', () => {
  const before = listsOf(columns, 'columns', 'new');
  it('is known while it is displayed', () => {
    expect(placeOf(before, 'd')).toEqual({ list: 'ready-to-close', index: 1 });
    expect(placeOf(before, 'gone')).toBeUndefined();
  });
  it.each([
    ['first', { new: ['b'] }, [['a', { list: 'new', index: 0 }]]],
    ['last', { new: ['a'] }, [['b', { list: 'new', index: 1 }]]],
    ['only one', { 'in-progress': [] }, [['c', { list: 'in-progress', index: 0 }]]],
    [
      'last, while others came',
      { new: ['x', 'a', 'y'] },
      expect.arrayContaining([['b', { list: 'new', index: 1 }]]),
    ],
    ['none, and another came last', { new: ['a', 'b', 'c'] }, []],
    ['none, and another came first', { new: ['c', 'a', 'b'] }, []],
    ['none, and another came between', { new: ['a', 'c', 'b'] }, []],
    ['none', {}, []],
  ])('is remembered where it left its list: %s', (_which, changed, left) =>
    expect(leftOf(before, listsOf({ ...columns, ...changed }, 'columns', 'new'))).toEqual(left),
  );
  it('is remembered for all of a list that is displayed no more', () =>
    expect(leftOf(before, listsOf(columns, 'tabs', 'new')).map(([id]) => id)).toEqual(['c', 'r', 'd']));
});

describe('search', () => {
  const order = readOrder({
    id: 'a',
    orderNumber: 42,
    status: 'deliver_pending',
    tableNumber: '7',
    customerName: 'Zoë',
    note: 'Nut allergy',
    items: [{ id: 'l', name: 'Flat white' }],
  });
  it.each(['42', '#42', 'table 7', 'zoë', 'ALLERGY', ' flat '])('%s finds it', (text) =>
    expect(matches(order, text)).toBe(true),
  );
  it.each(['table 8', 'latte'])('%s does not', (text) => expect(matches(order, text)).toBe(false));
  it('leaves only what was found', () => {
    expect(columnsOf(columns, new Set(['c']))).toEqual({
      new: [],
      'in-progress': ['c'],
      'ready-to-close': [],
      closed: [],
      all: ['c'],
    });
  });
});
