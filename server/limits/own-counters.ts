import { LRUCache } from 'lru-cache';
import { CLOCKS_DIFFER_MS, type Clock } from '../core/clock.ts';
import type { LimitName, Limits } from './limits.ts';

/** Subjects whose counts are held in memory; beyond them the one that was quiet the longest is forgotten. */
const MOST_SUBJECTS = 50_000;

/** Counts of this server alone, in memory: for what costs it time, and harms nobody by adding up. */
export type OwnCounters = {
  /** Counts one. The seconds to wait where that was too many. */
  take(limit: LimitName, subject: string): number | null;
  /** Counts nothing. The seconds to wait where one more would be too many. */
  look(limit: LimitName, subject: string): number | null;
};

export function ownCounters(limits: Limits, clock: Clock): OwnCounters {
  const counts = new LRUCache<string, { hits: number; endsAt: number }>({ max: MOST_SUBJECTS });
  const windowMs = (limit: LimitName) => (limits[limit].seconds ?? 0) * 1000;
  /** A window that ends later than one that begins now is from before the clock was set back. */
  const lasts = (endsAt: number, limit: LimitName, now: number) =>
    endsAt > now && endsAt <= now + windowMs(limit) + CLOCKS_DIFFER_MS;
  return {
    take(limit, subject) {
      const { most } = limits[limit];
      const now = clock.now().getTime();
      const key = `${limit} ${subject}`;
      let count = counts.get(key);
      if (!count || !lasts(count.endsAt, limit, now)) {
        count = { hits: 0, endsAt: now + windowMs(limit) };
        counts.set(key, count);
      }
      count.hits += 1;
      return count.hits > most ? (count.endsAt - now) / 1000 : null;
    },
    look(limit, subject) {
      const now = clock.now().getTime();
      const count = counts.peek(`${limit} ${subject}`);
      const spent = count && lasts(count.endsAt, limit, now) && count.hits >= limits[limit].most;
      return spent ? (count.endsAt - now) / 1000 : null;
    },
  };
}
