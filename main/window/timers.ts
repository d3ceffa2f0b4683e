import type { Timers } from '#shared/base/ring.ts';

/** The main process's clock and timers. */
export const timers: Timers = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};
