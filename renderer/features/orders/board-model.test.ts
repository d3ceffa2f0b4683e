import { describe, expect, it } from 'vitest';
import { readOrder } from '../../api/normalise.ts';
import { columnsOf, matches } from './board-model.ts';
import { meaningOf } from './use-board-keys.ts';

const columns = { new: ['a', 'b'], 'in-progress': ['c'], 'ready-to-close': [], closed: ['d'] };

describe('the keys of the board', () => {
  it.each([
    ['j', null, { kind: 'choose', orderId: 'a' }],
    ['J', 'b', { kind: 'choose', orderId: 'c' }],
    ['j', 'd', { kind: 'choose', orderId: 'd' }],
    ['k', 'c', { kind: 'choose', orderId: 'b' }],
    ['k', 'a', { kind: 'choose', orderId: 'a' }],
    ['3', null, { kind: 'choose', orderId: 'c' }],
    ['9', null, null],
    ['a', 'a', { kind: 'accept' }],
    ['/', null, { kind: 'search' }],
    ['?', null, { kind: 'help' }],
    ['x', null, null],
  ] as const)('%s with %s chosen', (key, chosen, meaning) => {
    expect(meaningOf(key, columns, chosen)).toEqual(meaning);
  });
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
    });
  });
});
