import type { PressLine } from '../../../renderer/state/until-answered.ts';

/** The line of a press on which time passes faster, and nothing ever comes back. */
export const hastyLine = (times = 20): PressLine => ({
  timers: {
    now: () => performance.now() * times,
    after(ms, then) {
      const timer = setTimeout(then, ms / times);
      return () => clearTimeout(timer);
    },
  },
  onBack: () => () => undefined,
});
