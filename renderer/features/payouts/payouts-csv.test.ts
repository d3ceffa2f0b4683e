import { expect, it } from 'vitest';
import type { OrderNamed, Payout } from '#shared/api/payouts.ts';
import { payoutLinesCsv, payoutLinesName, payoutsCsv } from './payouts-csv.ts';
import { partsOf } from './payout-words.ts';

const at = '2026-11-20T12:00:00.000Z';
const parts = { orders: 2, taken: 1_500, fees: -60, refunds: -100, disputes: 0, other: -40 };
const payout: Payout = {
  id: 'po_1',
  madeAt: at,
  arrivesAt: at,
  amount: 1_300,
  state: 'paid',
  failure: null,
  parts,
};
const order: OrderNamed = {
  id: 'o',
  orderNumber: 7,
  outletId: 'a',
  outletName: '=HYPERLINK("x")',
  tradingSessionId: 's',
};
const rowsOf = (csv: string) =>
  csv
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

it('the parts of a payout add up to its amount, and are empty where they are not known', () => {
  const [heading = [], known = [], unknown = []] = rowsOf(payoutsCsv([payout, { ...payout, parts: null }]));
  const at5 = (row: string[]) => row.slice(heading.indexOf('Taken')).map(Number);
  expect(known[heading.indexOf('Amount')]).toBe('13.00');
  expect(at5(known).reduce((total, part) => total + part, 0)).toBeCloseTo(13);
  expect(unknown.slice(heading.indexOf('Orders'))).toEqual(['', '', '', '', '', '']);
});

it('the lines of a payout say what each is of, and no name becomes a formula', () => {
  const lines = [
    { id: '1', kind: 'payment' as const, at, amount: 1_500, fees: 60, net: 1_440, order },
    { id: '2', kind: 'other' as const, at, amount: -140, fees: 0, net: -140, order: null },
  ];
  const [heading = [], first = [], second = []] = rowsOf(payoutLinesCsv({ payout, lines }));
  expect(first[heading.indexOf('Outlet')]).toBe(`"'=HYPERLINK(""x"")"`);
  expect([first, second].map((row) => Number(row[heading.indexOf('Net')]))).toEqual([14.4, -1.4]);
  expect(second[heading.indexOf('Order')]).toBe('');
});

it('a time that the server does not say is an empty cell, and no part of the file’s name', () => {
  const undated = { ...payout, madeAt: '', arrivesAt: '' };
  const line = { id: '1', kind: 'other' as const, at: '', amount: 1, fees: 0, net: 1, order: null };
  expect(rowsOf(payoutsCsv([undated]))[1]?.slice(1, 3)).toEqual(['', '']);
  expect(rowsOf(payoutLinesCsv({ payout: undated, lines: [line] }))[1]?.[0]).toBe('');
  expect(payoutLinesName(undated)).toBe('payout.csv');
  expect(payoutLinesName(payout)).toBe('payout-2026-11-20.csv');
});

it('a payout shows the parts that it has', () => {
  expect(partsOf(payout).map(({ name }) => name)).toEqual(['Taken', 'Fees', 'Refunds', 'Other']);
  expect(partsOf({ ...payout, parts: null })).toEqual([]);
});
