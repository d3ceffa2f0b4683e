import { expect, it } from 'vitest';
import { crashes } from './crashes.ts';

/** After how many seconds the page is loaded again, for crashes so many seconds after each load. */
function loadedAfter(...wellFor: number[]): number[] {
  let now = 0;
  const page = crashes(() => now);
  return wellFor.map((seconds) => {
    now += seconds * 1000;
    const wait = page.crashed();
    now += wait;
    return wait / 1000;
  });
}

it('a page that has crashed is loaded at once', () => expect(loadedAfter(5)).toEqual([0]));

it('one that crashes again within a minute is loaded after 30, 60, 120 s, and then every 120 s', () =>
  expect(loadedAfter(5, 59, 1, 1, 1, 1)).toEqual([0, 30, 60, 120, 120, 120]));

it('a page that is well for a while between its crashes is no less suspect', () =>
  expect(loadedAfter(5, 59, 300, 300)).toEqual([0, 30, 60, 120]));

it('what happened ten minutes ago is forgotten', () => {
  expect(loadedAfter(5, 61)).toEqual([0, 0]);
  expect(loadedAfter(5, 1, 1, 600, 1)).toEqual([0, 30, 60, 0, 30]);
});
