import type { Timers } from '#shared/base/ring.ts';

/** The page's time. */
export const pageTimers: Timers = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};
