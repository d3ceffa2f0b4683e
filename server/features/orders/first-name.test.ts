import { expect, it } from 'vitest';
import { firstNameOf } from './first-name.ts';

it.each([
  ['Priya Raman', 'Priya'],
  ['  Priya\u00a0Raman ', 'Priya'],
  ['Raman, Priya', 'Priya'],
  ['Raman,Priya Devi', 'Priya'],
  ['Priya,', 'Priya'],
  ['Mary-Jane Watson', 'Mary-Jane'],
  ['O’Hara Quinn', 'O’Hara'],
  ['ÉLODIE Dupont', 'ÉLODIE'],
  ['Zoë Ångström', 'Zoë'],
  ['שרה כהן', 'שרה'],
  ['🎉Sam🎉 Carter', 'Sam'],
  ['J.Smith', 'J'],
  ['ann_marie', 'ann'],
  ['Maximilianalexandrinus the Second', 'Maximilianalexandrin'],
])('of %j only %j is shown', (given, shown) => {
  expect(firstNameOf(given)).toBe(shown);
});

it.each(['priya.raman@example.com', '07700 900123', '🎉', '王小明', '김 민준', '...', ''])(
  '%j has no first name that can be shown',
  (given) => {
    expect(firstNameOf(given)).toBeNull();
  },
);
