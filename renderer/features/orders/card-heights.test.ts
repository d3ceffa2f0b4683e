import { expect, it } from 'vitest';
import { cardHeights } from './card-heights.ts';

it('a card that nobody has seen is as tall as usual, and then as the one that was measured last', () => {
  const heights = cardHeights();
  expect(heights.guess('first', 150)).toBe(150);
  heights.measured(210);
  heights.measured(360);
  expect(heights.guess('next', 150)).toBe(360);
});

it('a guess stays as it was made, whatever is measured later', () => {
  const heights = cardHeights();
  heights.measured(360);
  heights.guess('next', 150);
  heights.measured(120);
  expect(heights.guess('next', 150)).toBe(360);
  expect(heights.guess('another', 150)).toBe(120);
});
