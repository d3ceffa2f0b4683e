import { expect, it } from 'vitest';
import type { GuestMenu } from '#shared/api/guest-pages.ts';
import { nothingToChoose } from './page-head.tsx';

const now = new Date('2027-11-15T10:00:00.000Z');
const item = (soldOutUntil: string | null = null) => ({ id: 'tea', cost: 300, modifiers: [], soldOutUntil });
const later = (...times: (string | null)[]) => times.map((from) => ({ categoryId: 'all', from, hours: [] }));
const menu = (list: object[], notServed: object[] = [], categories: object[] = [{ id: 'all', list }]) =>
  ({
    outlet: { timeZone: 'Europe/London' },
    catalog: { categories },
    ...(notServed.length > 0 && { hours: { notServed } }),
  }) as unknown as GuestMenu;

it.each([
  ['something can be ordered', menu([item('session'), item()]), null],
  ['all is sold out', menu([item('session')]), 'Everything is sold out just now.'],
  [
    'all that is served is sold out',
    menu([item('session')], later('2027-11-15T17:00:00.000Z')),
    'All that is served now is sold out.',
  ],
  [
    'hours leave nothing',
    menu([], later('2027-11-15T17:00:00.000Z', null, '2027-11-15T12:00:00.000Z'), []),
    'Nothing is served until 12:00.',
  ],
  [
    'hours leave nothing today',
    menu([], later('2027-11-16T12:00:00.000Z'), []),
    'Nothing is served until Tue 12:00.',
  ],
  ['hours never begin', menu([], later(null), []), 'Nothing is served just now.'],
  ['the menu is empty', menu([]), 'There is no menu here just now.'],
])('where %s the page’s head says so (D58, D69)', (_what, shown, words) => {
  expect(nothingToChoose(shown, now)).toBe(words);
});
