import { expect, it } from 'vitest';
import type { OrderAction } from '#shared/api/orders.ts';
import { readOrder } from '../api/read-order.ts';
import { whoWon } from './who-won.ts';

/** 12:04 in Kolkata. */
const at = '2026-11-22T06:34:00Z';
const done = (action: string, version: number, screenName: string | null = 'Bar till') => ({
  action,
  version,
  screenName,
  at,
});
const standing = (...actions: unknown[]) =>
  readOrder({ id: 'order', status: 'deliver_working', version: 9, actions });

it.each<[string, unknown[], OrderAction['action'], string | null]>([
  ['the one who accepted', [done('accept', 2)], 'accept', 'Already accepted on Bar till at 12:04.'],
  [
    'the same step before a later one',
    [done('accept', 2), done('progress', 3, 'Kitchen')],
    'accept',
    'Already accepted on Bar till at 12:04.',
  ],
  [
    'otherwise the last',
    [done('accept', 2), done('cancel', 3, 'Office')],
    'complete',
    'Already cancelled on Office at 12:04.',
  ],
  ['a screen without a name', [done('refund', 2, null)], 'refund', 'Already refunded at 12:04.'],
  ['nobody, if it was seen already', [done('accept', 1)], 'cancel', null],
  ['nobody, where the server does not say', [], 'accept', null],
  ['nobody, for a step of a newer server', [done('eaten', 2)], 'accept', null],
])('%s', (_what, actions, pressed, text) =>
  expect(whoWon(standing(...actions), { version: 1 }, 'Asia/Kolkata', pressed)).toBe(text),
);
