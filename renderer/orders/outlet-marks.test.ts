import { expect, it } from 'vitest';
import { initialsOf, placeOfColour } from './outlet-marks.ts';

it.each([
  ['The Old Ferry', 'OF'],
  ['The Annexe', 'AN'],
  ['Garden', 'GA'],
  ['Dog & Duck', 'DD'],
  ['The', 'TH'],
  ['é', 'É'],
  ['', '?'],
])('the initials of %j are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

it('gives each of eight outlets a colour of its own, and begins again', () => {
  expect(Array.from({ length: 9 }, (_, place) => placeOfColour(place))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1]);
});
