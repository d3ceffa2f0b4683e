import { expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { sampleOrder } from '../../../tests/support/samples/sample-order.ts';
import { entriesOf, find, foundOrderEntry, sessionEntries } from './entries.ts';
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

it('finds a session by the day on which it began at its outlet, in words and in numbers, the newest first', () => {
  const session = (id: string, startedAt: string, numberOfOrders: number | null) => {
    const finishedAt = id === 'open' ? null : new Date(Date.parse(startedAt) + 5 * 3_600_000).toISOString();
    return { id, startedAt, finishedAt, numberOfOrders };
  };
  const sessions = sessionEntries([
    {
      ...outlet,
      // A quarter past midnight there, on the 22nd.
      tradingSessions: [
        session('a', '2025-06-21T23:15:00.000Z', 112),
        session('b', '2024-06-22T10:00:00.000Z', 1),
      ],
    },
    {
      id: 'cafe',
      name: 'Ferry Café',
      timeZone: 'Europe/Paris',
      tradingSessions: [session('open', '2025-11-03T09:00:00.000Z', null)],
    },
  ]);
  const found = (search: string) => find(sessions, search).map(({ label, detail }) => `${label}: ${detail}`);
  const [first, second, third] = [
    'Sunday, 22 June 2025: The Old Ferry · 00:15 – 05:15 · 112 orders',
    'Saturday, 22 June 2024: The Old Ferry · 11:00 – 16:00 · 1 order',
    'Monday, 3 November 2025: Ferry Café · 10:00 – now',
  ];
  expect(found('22 jun')).toEqual([first, second]);
  expect(found('22/6/2025')).toEqual([first]);
  expect(found('22/06')).toEqual([first, second]);
  expect(found('sunday')).toEqual([first]);
  expect(found('cafe nov')).toEqual([third]);
  expect(find(sessions, '3/11')[0]?.choice).toEqual({ to: '/outlets/cafe/trading-sessions/open' });
});

it('isolates what is written from right to left, and finds it as it was typed', () => {
  const order = sampleOrder({ orderNumber: 9, tableNumber: 'شرفة 3', customerName: 'علي 7' });
  const all = entriesOf({
    orders: [order],
    outletNameOf: () => null,
    menus: [],
    outlets: [],
    catalogs: [],
    settings: [],
  });
  expect(find(all, 'علي 7').map(({ label }) => label)).toEqual([
    '#9 · \u2068Table شرفة 3\u2069 · \u2068علي 7\u2069 · £15.70',
  ]);
});
