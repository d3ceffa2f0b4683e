import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { formatPence, MAX_PENCE, pence, remainingPence, sumPence } from './money.ts';
import { amountCharacters, parsePounds } from './typed-amounts.ts';

describe('money is whole pence (D7)', () => {
  it.each([-1, 1.5, Number.NaN, Infinity, 2 ** 53])('refuses %s', (value) => {
    expect(() => pence(value)).toThrow(RangeError);
  });

  it('adds and takes away without going below nought', () => {
    expect(sumPence([pence(1), pence(2)])).toBe(3);
    expect(sumPence([])).toBe(0);
    expect(remainingPence(pence(5), pence(9))).toBe(0);
  });
});

describe('formatPence', () => {
  it.each([
    [0, '£0.00'],
    [5, '£0.05'],
    [123_456, '£1,234.56'],
    [100_000_000, '£1,000,000.00'],
    [-30, '−£0.30'],
  ])('%i is %s', (amount, text) => expect(formatPence(amount)).toBe(text));
});

describe('parsePounds', () => {
  it.each([
    ['0.29', 29],
    ['£1,234.5', 123_450],
    ['12,50', 1250],
    ['1,234', 123_400],
    ['1,234,567.89', null],
    ['1,000,000.00', MAX_PENCE],
    ['.5', 50],
    ['5.', 500],
    [' 7 ', 700],
    ['007', 700],
    ['', null],
    ['.', null],
    ['-1', null],
    ['1.234', null],
    ['1e3', null],
    ['12,34,567', null],
    ['99999999999', null],
    ['50p', 50],
    [' 120 P ', 120],
    ['4.50p', null],
    ['p', null],
    ['100000001p', null],
  ])('reads %j as %j', (text, expected) => expect(parsePounds(text)).toBe(expected));

  it.each([
    ['£ 4.50 each', '4.50', 450],
    ['4.50 per pint', '4.50', 450],
    ['50p', '50p', 50],
    ['50 p', '50p', 50],
    ['-5', '-5', null],
    ['−5.00', '−5.00', null],
  ])('of %j a field keeps %j, which is %j', (typed, kept, amount) => {
    expect(amountCharacters(typed)).toBe(kept);
    expect(parsePounds(kept)).toBe(amount);
  });

  it('gives back every amount it formatted', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: MAX_PENCE }), (n) => parsePounds(formatPence(n)) === n));
  });
});
