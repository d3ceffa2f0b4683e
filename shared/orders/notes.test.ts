import { expect, it } from 'vitest';
import { noteMark, speaksOfAllergy } from './notes.ts';

it.each([
  'Nut ALLERGY!',
  'allergic to eggs',
  'lactose intolerant',
  'My daughter is coeliac',
  'carries an EpiPen',
])('%s: an allergy (D57)', (note) => expect(speaksOfAllergy(note)).toBe(true));
it.each(['No onions', 'Extra nuts please', ''])('%s: none', (note) =>
  expect(speaksOfAllergy(note)).toBe(false),
);

it('a note says in front what there is to do about it', () => {
  expect(noteMark('Egg allergy', true)).toBe('Allergy · not read yet');
  expect(noteMark('Egg allergy', undefined)).toBe('Allergy');
  expect(noteMark('No onions', true)).toBe('Not read yet');
  expect(noteMark('No onions', undefined)).toBe('');
});
