import { describe, expect, it } from 'vitest';
import { revisionsToDrop, type StoredRevision } from './thin-revisions.ts';

const HOUR_MS = 60 * 60_000;
const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * HOUR_MS);

/** A catalog that was saved once an hour and thinned after each save. */
function savedHourly(times: number, bytes = 1_000): StoredRevision[] {
  let kept: StoredRevision[] = [];
  for (let revision = 1; revision <= times; revision += 1) {
    kept.push({ revision, created_at: at(revision), bytes });
    const dropped = new Set(revisionsToDrop(kept, at(revision)));
    kept = kept.filter((one) => !dropped.has(one.revision));
  }
  return kept;
}

describe('thinning a catalog’s history', () => {
  it('nothing goes while there are at most 200', () => {
    expect(savedHourly(200)).toHaveLength(200);
  });

  it('200 stay however often it is saved: the first, the newest, and fewer the older they are', () => {
    const kept = savedHourly(2_000).map(({ revision }) => revision);
    expect(kept).toHaveLength(200);
    expect(kept[0]).toBe(1);
    expect(kept.slice(-10)).toEqual(Array.from({ length: 10 }, (_, n) => 1_991 + n));
    const within = (from: number, to: number) => kept.filter((one) => one > from && one <= to).length;
    expect(within(1_800, 2_000)).toBeGreaterThan(3 * within(600, 800));
    expect(within(0, 1_000), 'last winter’s menu can still be gone back to').toBeGreaterThan(20);
  });

  it('large ones stay within 10 MB, and the newest ten whatever they take', () => {
    const total = (kept: StoredRevision[]) => kept.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total(savedHourly(100, 512 * 1024))).toBeLessThanOrEqual(10 * 1024 * 1024);
    expect(savedHourly(100, 4 * 1024 * 1024)).toHaveLength(10);
  });
});
