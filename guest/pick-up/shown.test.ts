import { expect, it } from 'vitest';
import type { PickUp } from '#shared/api/pick-up.ts';
import { shownAfter, STANDS_OUT_MS, type Shown } from './shown.ts';

const NOW = 1_000_000;

function pickUpOf(...ready: number[]): PickUp {
  return {
    outlet: { name: 'The Old Ferry', availability: 'open' },
    making: [],
    ready: ready.map((number) => ({ number, name: 'Priya' })),
    more: { making: 0, ready: 0 },
  };
}
const at = (...ready: number[]): Shown => ({
  pickUp: pickUpOf(...ready),
  arrived: [],
  called: [],
  cutSince: null,
});
const hears = (before: Shown, ...ready: number[]) =>
  shownAfter(before, { kind: 'orders', pickUp: pickUpOf(...ready) }, NOW);

it('a number that became ready is called and stands out; those that were ready do not', () => {
  const after = hears(at(4), 5, 4);
  expect(after.called).toEqual([5]);
  expect(after.arrived).toEqual([{ number: 5, until: NOW + STANDS_OUT_MS }]);
});

it('nothing is called again when the same is heard again, or when a number was handed over', () => {
  const called = hears(at(4), 6, 5, 4);
  expect(hears(called, 6, 5, 4).called).toBe(called.called);
  const left = hears(called, 5, 4);
  expect(left.called).toBe(called.called);
  expect(left.arrived.map(({ number }) => number)).toEqual([5]);
});

it('a cut line changes nothing but that it is said, and what became ready meanwhile is called after it', () => {
  const cut = shownAfter(at(4), { kind: 'cut', since: 7 }, NOW);
  expect(cut).toEqual({ ...at(4), cutSince: 7 });
  expect(hears(cut, 5, 4)).toMatchObject({ called: [5], cutSince: null });
});

it('a screen that was switched off and on again calls nothing that was ready all the time', () => {
  const off = shownAfter(at(4), { kind: 'none' }, NOW);
  expect(off.pickUp).toBeNull();
  expect(hears(off, 4)).toMatchObject({ called: [], arrived: [] });
});
