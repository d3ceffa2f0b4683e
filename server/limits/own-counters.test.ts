import { expect, it } from 'vitest';
import { testClock } from '../testing/server.ts';
import { usualLimits } from './limits.ts';
import { ownCounters } from './own-counters.ts';

it('a count in memory begins anew with the next time, and after the clock was set back', () => {
  const clock = testClock();
  clock.stop();
  const { take, look } = ownCounters(usualLimits, clock);
  const limit = 'orders-network';
  const { most, seconds } = usualLimits[limit];
  const spend = () => {
    for (let n = 0; n < most; n += 1) expect(take(limit, 'a pub')).toBeNull();
    expect(take(limit, 'a pub')).toBe(seconds);
    expect(look(limit, 'a pub')).toBe(seconds);
  };
  spend();
  clock.advance((seconds ?? 0) * 1000);
  expect(look(limit, 'a pub')).toBeNull();
  spend();
  clock.advance(-3_600_000);
  expect(look(limit, 'a pub')).toBeNull();
  spend();
});
