import pLimit from 'p-limit';
import type { Limited, rateLimits } from './rate-limits.ts';

type Counters = Pick<ReturnType<typeof rateLimits>, 'secondsToWait' | 'count'>;

/**
 * Counts a call where there is room for it, or tells the seconds to wait. One call after the other: many at once would
 * otherwise all find the same room.
 */
export function countInTurn({
  secondsToWait,
  count,
}: Counters): (limited: Limited[]) => Promise<number | null> {
  const turn = pLimit(1);
  return (limited) =>
    turn(async () => {
      const wait = await secondsToWait(limited);
      if (wait === null) await count(limited);
      return wait;
    });
}
