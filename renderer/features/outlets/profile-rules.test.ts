import { expect, it } from 'vitest';
import { isPostcode, isTelephone } from './profile-rules.ts';

it.each([
  ['', true],
  ['020 7946 0123', true],
  ['+44 (0)20 7946 0123 ext. 4', true],
  ['07700.900.123', true],
  ['0800-1111', true],
  ['(01632) 960 001 x12', true],
  ['ring the bell', false],
  ['020', false],
  ['12345678901234567890', false],
  ['020 7946 0123; the bar', false],
])('a telephone number, as it is written: %s is %s', (typed, fits) => expect(isTelephone(typed)).toBe(fits));

it.each([
  ['', '', true],
  ['SE1 9DX', '', true],
  ['se19dx', 'United Kingdom', true],
  [' ec1a  1bb ', 'England', true],
  ['W1A 0AX', 'UK', true],
  ['GIR 0AA', '', true],
  ['SE1', '', false],
  ['12345', 'United Kingdom', false],
  ['S E 1 9 D X X', 'Scotland', false],
  ['D02 X285', 'Ireland', true],
  ['75001', 'France', true],
])('a postcode, as it is written: “%s” in “%s” is %s', (typed, country, fits) =>
  expect(isPostcode(typed, country)).toBe(fits),
);
