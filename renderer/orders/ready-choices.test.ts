import { expect, it } from 'vitest';
import { readyChoices } from './ready-choices.ts';

it('what a card shows is sent also after the order’s details, which showed it too, were closed (D63)', () => {
  const endCard = readyChoices.show('order', '19:42');
  const endDetails = readyChoices.show('order', '19:47');
  endCard();
  const endCardAgain = readyChoices.show('order', '19:47');
  endDetails();
  expect(readyChoices.shownFor('order')).toBe('19:47');
  endCardAgain();
  expect(readyChoices.shownFor('order')).toBeUndefined();
});
