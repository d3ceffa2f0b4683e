import { expect, it } from 'vitest';
import { allowance } from './allowance.ts';

function bucket() {
  const clock = { ms: 5_000 };
  return { clock, may: allowance({ burst: 3, perSecond: 2 }, () => clock.ms) };
}

it('allows a burst, then as many a second as it says', () => {
  const { clock, may } = bucket();
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false]);
  clock.ms += 499;
  expect(may()).toBe(false);
  clock.ms += 1;
  expect([may(), may()]).toEqual([true, false]);
});

it('never saves up more than the burst', () => {
  const { clock, may } = bucket();
  clock.ms += 60_000;
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false]);
});

it('takes what something costs, and nothing for what it refuses', () => {
  const { clock, may } = bucket();
  expect(may(2.5)).toBe(true);
  expect(may()).toBe(false);
  expect(may(0.5)).toBe(true);
  clock.ms += 500;
  expect([may(1.5), may(1)]).toEqual([false, true]);
});

it('a clock that is set back takes nothing away', () => {
  const { clock, may } = bucket();
  expect(may()).toBe(true);
  clock.ms -= 3_600_000;
  expect([may(), may(), may()]).toEqual([true, true, false]);
  clock.ms += 500;
  expect(may()).toBe(true);
});
