import { expect, it } from 'vitest';
import { withinReach } from './bounds.ts';

const screen = { x: 0, y: 0, width: 1366, height: 768 };
const window = { x: 100, y: 50, width: 1000, height: 700 };

it.each([
  ['on the screen', window, true],
  ['half off it', { ...window, x: 900 }, true],
  ['on a screen to the right that is gone', { ...window, x: 1400 }, false],
  ['just a sliver left of it', { ...window, x: -950 }, false],
  ['with its title bar above the screen', { ...window, y: -40 }, false],
  ['below it', { ...window, y: 740 }, false],
])('a window %s', (_where, bounds, kept) => {
  expect(withinReach(bounds, [screen])).toEqual(kept ? bounds : null);
});

it('comes back to a second screen while that is there', () => {
  const bounds = { ...window, x: 1500 };
  expect(withinReach(bounds, [screen, { ...screen, x: 1366 }])).toEqual(bounds);
  expect(withinReach(null, [screen])).toBeNull();
});
