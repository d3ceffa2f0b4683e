import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { GuestMenu, GuestPages } from '#shared/api/guest-pages.ts';
import { pence } from '#shared/base/money.ts';

let pages: GuestPages;
beforeAll(async () => {
  vi.stubGlobal('GUEST_ASSETS', { styles: {}, font: null, scripts: {} });
  ({ pages } = await import('../render.tsx'));
});

const menu = {
  outlet: {
    id: 'bar',
    name: 'Bar “7”',
    brandImageUrl: null,
    timeZone: 'Europe/London',
    availability: 'open',
    serviceTypeSelected: 'table-number',
  },
  ordering: { state: 'open' },
  content: 'content',
  catalog: {
    id: 'menu',
    revision: 1,
    categories: [
      {
        id: 'all',
        name: 'All',
        list: [{ id: 'tea', name: 'Tea for </script>', cost: pence(300), note: '', modifiers: [] }],
      },
    ],
  },
  payments: { methods: [] },
} as unknown as GuestMenu;

describe.each(['menu', 'pay'] as const)('a page of a table (%s)', (page) => {
  it.each(['7', 'Snug & bar', '</script><b>', '"$&" $1 \\u003c', 'סוכה\u2067', 'a\\', ''])(
    'that is made of the one for all tables is the one that would be drawn for it: %s',
    (name) => {
      const marks = { name: 'n-2f1c', signed: 's-2f1c' };
      const drawn = (table: typeof marks) => pages[page]({ menu, version: 'version', table });
      const table = { name, signed: 'Nw.c2lnbmVk' };
      expect(pages.atTable(drawn(marks), marks, table)).toBe(drawn(table));
    },
  );
});
