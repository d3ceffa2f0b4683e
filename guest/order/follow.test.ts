import { expect, it } from 'vitest';
import { latenessOf } from './follow.ts';

const promised = '2027-11-15T19:42:00.000Z';

it.each([
  ['later', '2027-11-15T19:47:00.000Z', promised],
  ['earlier', '2027-11-15T19:37:00.000Z', null],
  ['later, in another clock’s words', '2027-11-15T20:47:00+01:00', promised],
  ['earlier, in another clock’s words', '2027-11-15T20:37:00+01:00', null],
])('an order that is to be ready %s is told so alone if it is later (D63)', (_when, readyBy, told) => {
  expect(latenessOf({ readyBy, movedFrom: promised, readyAt: null })).toBe(told);
});

it('an order that is to be ready when it was promised for is not late (D63)', () => {
  expect(latenessOf({ readyBy: promised, movedFrom: null, readyAt: null })).toBeNull();
});
