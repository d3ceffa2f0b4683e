import { useEffect, useState } from 'preact/hooks';
import type { PickUpPlace } from '#shared/api/guest-pages.ts';
import { followPickUp } from './follow-pick-up.ts';
import { shownAfter, type Shown } from './shown.ts';

/** What is to be collected, as it is now. */
export function usePickUp({ outletId, pickUp }: PickUpPlace): Shown {
  const [shown, setShown] = useState<Shown>({ pickUp, arrived: [], called: [], cutSince: null });
  useEffect(
    function follow() {
      return followPickUp(outletId, (heard) => setShown((before) => shownAfter(before, heard, Date.now())));
    },
    [outletId],
  );
  const next = shown.arrived[0]?.until;
  useEffect(
    function standOutNoMore() {
      if (next === undefined) return;
      const timer = setTimeout(
        () =>
          setShown((before) => ({ ...before, arrived: before.arrived.filter(({ until }) => until > next) })),
        next - Date.now(),
      );
      return () => clearTimeout(timer);
    },
    [next],
  );
  return shown;
}
