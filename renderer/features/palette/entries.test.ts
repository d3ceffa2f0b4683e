import { expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { sampleOrder } from '../../../tests/support/samples/sample-order.ts';
import { entriesOf, find, foundOrderEntry } from './entries.ts';
import { settingsOf } from './settings.ts';

const outlet = { id: 'ferry', name: 'The Old Ferry' };
const item = (id: string, name: string) => ({ id, name, cost: pence(300), note: '', modifiers: [] });
const stations = { version: 1, list: [{ id: 'bar', name: 'Bar', categories: [], fallback: null }] };
const can = { changeApiBase: false, arrangeWindow: false };
const entries = entriesOf({
  orders: [
    sampleOrder({
      id: 'a',
      orderNumber: 4,
      payment: { refunds: [], captureError: null, card: { brand: 'visa', lastFour: '9417' } },
    }),
    sampleOrder({
      id: 'b',
      orderNumber: 42,
      tableNumber: null,
      customerName: 'Zoë Müller',
      amount: pence(899),
    }),
  ],
  outletNameOf: () => null,
  menus: [
    {
      outlet,
      categories: [{ id: 'c', name: 'Mains', list: [item('x', 'Ferry burger'), item('y', 'Crème brûlée')] }],
    },
  ],
  outlets: [outlet],
  catalogs: [{ id: 'm', name: 'Summer menu' }],
  settings: settingsOf(can, [
    { ...outlet, availability: 'open' as const, timeZone: 'Europe/London', stations },
  ]),
});
const labels = (search: string) => find(entries, search).map(({ group, label }) => `${group}: ${label}`);

it.each([
  [
    'an order by its number, before those whose number or amount holds it',
    '4',
    'Orders on the board: #4 · Table 7 · Priya Raman · £15.70',
  ],
  ['by its mark', '#42', 'Orders on the board: #42 · Collect · Zoë Müller · £8.99'],
  ['by a name without its accents', 'zoe mul', 'Orders on the board: #42 · Collect · Zoë Müller · £8.99'],
  ['by its amount', '8.99', 'Orders on the board: #42 · Collect · Zoë Müller · £8.99'],
  ['by the last four of its card', '9417', 'Orders on the board: #4 · Table 7 · Priya Raman · £15.70'],
  ['by its table', 'table 7', 'Orders on the board: #4 · Table 7 · Priya Raman · £15.70'],
  ['an item to sell out', 'creme br', 'Mark as sold out: Crème brûlée'],
  ['a screen', 'payo', 'Screens: Payouts'],
  ['an outlet’s screen', 'ferry sessions', 'Outlets: The Old Ferry: Trading sessions'],
  ['a menu', 'summer', 'Menus: Edit Summer menu'],
  ['a setting', 'theme', 'Settings: Theme'],
  ['a setting by another word for it', 'muted', 'Settings: Volume'],
  ['a setting of an outlet', 'time zone', 'Settings: Time zone'],
  ['what this screen shows of the board', 'station', 'Settings: Station of this screen'],
])('finds %s', (_what, search, first) => expect(labels(search)[0]).toBe(first));

it('finds a till’s own settings on a till alone', () => {
  const atTill = settingsOf({ changeApiBase: true, arrangeWindow: true }, []).map(({ to }) => to);
  expect(atTill).toContain('/settings#server');
  expect(atTill).toContain('/settings#window');
  expect(settingsOf(can, []).map(({ to }) => to)).not.toContain('/settings#server');
});

it('finds an order by what is on it, after things of that name', () => {
  expect(labels('ferry burger')).toEqual([
    'Orders on the board: #4 · Table 7 · Priya Raman · £15.70',
    'Orders on the board: #42 · Collect · Zoë Müller · £8.99',
    'Mark as sold out: Ferry burger',
  ]);
});

it('finds nothing where a word is missing, and shows at most eight of a group', () => {
  expect(labels('ferry nobody')).toEqual([]);
  const many = entriesOf({
    orders: Array.from({ length: 40 }, (_, n) => sampleOrder({ id: `o${n}`, orderNumber: n + 1 })),
    outletNameOf: () => null,
    menus: [],
    outlets: [],
    catalogs: [],
    settings: [],
  });
  expect(find(many, 'priya')).toHaveLength(8);
});

it('an order that is not on the board opens in its session, and says when it was', () => {
  const order = sampleOrder({ id: 'o', orderNumber: 9, createdAt: '2025-07-01T18:30:00.000Z' });
  const where = { outletName: 'The Old Ferry', zone: 'Europe/London' };
  expect(foundOrderEntry({ ...order, tradingSessionId: 's' }, where)).toMatchObject({
    group: 'Other orders',
    label: '#9 · Table 7 · Priya Raman · £15.70',
    detail: 'Tue, 1 Jul 2025, 19:30 · The Old Ferry · 2 × Ferry burger, 1 × Café crème',
    choice: { to: `/outlets/${order.outletId}/trading-sessions/s?order=o` },
  });
});
