import { expect, it } from 'vitest';
import type { GuestItem } from '#shared/api/catalogs.ts';
import type { GuestMenu } from '#shared/api/guest-pages.ts';
import { pence } from '#shared/base/money.ts';
import { priced, type Line } from './basket.ts';
import { basketMenu, seenAfter, type Seen } from './held-menu.ts';

const item = (name: string, cost: number, more: Partial<GuestItem> = {}): GuestItem => ({
  id: name,
  name,
  cost: pence(cost),
  note: '',
  modifiers: [],
  ...more,
});
const at = (time: string) => `2027-11-15T${time}:00.000Z`;
const ms = (time: string) => Date.parse(at(time));
const menu = (asOf: string, changesAt: string | null, list: GuestItem[], revision = 7): GuestMenu =>
  ({
    outlet: { id: 'bar', timeZone: 'Europe/London' },
    hours: {
      timeZone: 'Europe/London',
      asOf: at(asOf),
      changesAt: changesAt && at(changesAt),
      notServed: [],
    },
    catalog: { id: 'menu', name: 'Menu', revision, categories: [{ id: 'all', name: 'All', list }] },
  }) as unknown as GuestMenu;

/** Until nine there is a burger, and the bitter is cheap. */
const before = menu('18:00', '21:00', [item('Burger', 1200), item('Bitter', 400), item('Cake', 500)]);
const after = menu('21:00', '23:00', [item('Bitter', 520), item('Cake', 300), item('Nuts', 150)]);
const { hours: _hours, ...menuWithoutHours } = after;
const lines = (...names: string[]): Line[] => names.map((itemId) => ({ itemId, quantity: 1 }));
const seen = (...names: string[]) => seenAfter(null, lines(...names), before, ms('20:59'));
const amountOf = ({ catalog }: GuestMenu, basket: Line[]) => {
  const result = priced(catalog?.categories ?? [], basket, pence(0));
  return 'amount' in result ? result.amount : Object.values(result.fields);
};

it('keeps what a basket was chosen from for five minutes after the hours changed, and no longer', () => {
  const basket = lines('Burger');
  const held = basketMenu(after, basket, seen('Burger'), ms('21:04'));
  expect(amountOf(held.menu, basket)).toBe(1200);
  expect(held.menu.hours?.asOf, 'by which the server takes it').toBe(at('18:00'));
  expect(held.notice).toBe('Not served any more: Burger. What is in your basket is taken until 21:05.');
  const over = basketMenu(after, basket, seen('Burger'), ms('21:05'));
  expect(over).toEqual({ menu: after, notice: null });
  expect(amountOf(over.menu, basket)).toEqual(['This item is not on the menu.']);
});

it('takes the lower of both prices, as the server does, also beside what is served only now', () => {
  const basket = lines('Bitter', 'Cake', 'Nuts', 'Burger');
  const held = basketMenu(after, basket, seen('Bitter', 'Cake', 'Burger'), ms('21:01'));
  expect(amountOf(held.menu, basket)).toBe(400 + 300 + 150 + 1200);
  const happy = basketMenu(after, lines('Bitter'), seen('Bitter'), ms('21:01'));
  expect(happy.menu.catalog?.categories[0]?.list[0]?.cost).toBe(400);
  expect(happy.notice).toBe('The happy hour is over. What is in your basket keeps its price until 21:05.');
});

it('is the menu of now for a basket that loses nothing by it', () => {
  const cake = basketMenu(after, lines('Cake', 'Nuts'), seen('Cake'), ms('21:01'));
  expect(cake).toEqual({ menu: after, notice: null });
});

it('lets what is sold out be so at once', () => {
  const soldOut = menu('21:00', '23:00', [item('Bitter', 520, { soldOutUntil: 'session' })]);
  const held = basketMenu(soldOut, lines('Bitter', 'Burger'), seen('Bitter', 'Burger'), ms('21:01'));
  expect(amountOf(held.menu, lines('Bitter', 'Burger'))).toEqual(['Bitter is sold out.']);
});

it.each<[string, GuestMenu, Seen | null]>([
  ['was edited', menu('21:00', '23:00', [item('Bitter', 520)], 8), seen('Burger')],
  ['changed before its hours did', menu('20:59', '21:00', [item('Bitter', 400)]), seen('Burger')],
  ['has no hours any more', menuWithoutHours, seen('Burger')],
  ['is gone', { ...after, catalog: null }, seen('Burger')],
  ['was seen by nobody', after, null],
])('keeps nothing of a menu that %s', (_what, now, known) => {
  expect(basketMenu(now, lines('Burger'), known, ms('21:01'))).toEqual({ menu: now, notice: null });
});

it('remembers the items of the basket alone, and of the new menu once the five minutes are over', () => {
  const first = seen('Burger');
  expect(first).toMatchObject({ asOf: at('18:00'), changesAt: at('21:00') });
  expect(first?.categories.flatMap(({ list }) => list.map(({ id }) => id))).toEqual(['Burger']);
  const again = seenAfter(
    first,
    lines('Burger'),
    menu('19:00', '21:00', [item('Burger', 1200)]),
    ms('19:00'),
  );
  expect(again, 'read again within the same hours').toEqual(first);
  const both = lines('Burger', 'Nuts');
  expect(seenAfter(first, both, after, ms('21:04'))).toBe(first);
  const next = seenAfter(first, both, after, ms('21:05'));
  expect(next).toMatchObject({ asOf: at('21:00'), categories: [{ list: [{ id: 'Nuts' }] }] });
  expect(seenAfter(next, both, before, ms('21:05')), 'a tab with an older menu').toBe(next);
  expect(seenAfter(first, [], after, ms('21:01'))).toBeNull();
});
