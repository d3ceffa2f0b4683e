import { useEffect, useState } from 'react';

/** Timers wait no longer, since clocks are corrected and computers sleep; they then look again. */
const LONGEST_MS = 60_000;

/**
 * The current time in Unix ms, as it was at the last change: it is told anew when `changesAt` has come.
 * @param changesAt when what is shown changes next, as seen from a time; Infinity if it does not
 */
export function useNow(changesAt: (now: number) => number, clock: () => number = Date.now): number {
  const [now, setNow] = useState(clock);
  const next = changesAt(now);
  useEffect(
    function lookAgainAtTheChange() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      function wait() {
        const left = next - clock();
        if (left <= 0) setNow(clock());
        else if (left < Infinity) timer = setTimeout(wait, Math.min(LONGEST_MS, left));
      }
      wait();
      return () => clearTimeout(timer);
    },
    [next, clock],
  );
  return now;
}
