import type { Timers } from '#shared/base/ring.ts';

/** The page's clock and timers. */
export const pageTimers: Timers = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};
