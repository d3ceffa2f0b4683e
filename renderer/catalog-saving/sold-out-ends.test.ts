import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SoldOut } from '../catalog-model/content.ts';
import { soldOutEnds } from './sold-out-ends.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

it('tells what is left each time something ends, and nothing of what ends with the session', () => {
  const told: SoldOut[] = [];
  const { watch } = soldOutEnds((soldOut) => {
    told.push(soldOut);
    watch(soldOut);
  });
  const [cake, pie] = [inMinutes(60), inMinutes(20)];
  watch({ cake, pie, soup: 'session' });
  vi.advanceTimersByTime(20 * 60_000);
  expect(told).toEqual([{ cake, soup: 'session' }]);
  vi.advanceTimersByTime(40 * 60_000);
  expect(told.at(-1)).toEqual({ soup: 'session' });
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(told).toHaveLength(2);
});

it('waits longer than a timer can', () => {
  const told: SoldOut[] = [];
  soldOutEnds((soldOut) => told.push(soldOut)).watch({ pie: inMinutes(60 * 24 * 40) });
  vi.advanceTimersByTime(39 * 24 * 3_600_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(2 * 24 * 3_600_000);
  expect(told).toEqual([{}]);
});
