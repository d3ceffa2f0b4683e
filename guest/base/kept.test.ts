// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keep, readKept, restore } from './kept.ts';
import type { OnDisk } from './on-disk.ts';

const disk = new Map<string, OnDisk>();
// As the browser's database does: nothing that is older replaces what is there.
vi.mock('./on-disk.ts', () => ({
  async toDisk(key: string, kept: OnDisk) {
    if ((disk.get(key)?.at ?? 0) <= kept.at) disk.set(key, kept);
    return true;
  },
  fromDisk: async (key: string) => disk.get(key),
}));

const NOW = Date.parse('2027-11-15T20:00:00Z');
const HOUR_MS = 60 * 60_000;
const line = { itemId: 'Ale', quantity: 1 };
const order = { id: 'first', token: 'secret', number: 1, at: NOW };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  localStorage.clear();
  disk.clear();
});
afterEach(() => vi.useRealTimers());

it('brings back what a killed browser had not written yet', async () => {
  keep('bar', () => ({ lines: [line] }));
  localStorage.clear();
  await restore('bar');
  expect(readKept('bar').lines).toEqual([line]);
});

it('keeps the newest, and a paid order, after the phone’s clock went back', async () => {
  keep('bar', () => ({ lines: [line] }));
  vi.setSystemTime(NOW - HOUR_MS);
  keep('bar', () => ({ lines: [], orders: [order] }));
  await restore('bar');
  expect(readKept('bar')).toMatchObject({ lines: [], orders: [order] });
  localStorage.clear();
  await restore('bar');
  expect(readKept('bar')).toMatchObject({ lines: [], orders: [order] });
});
