import { useEffect, useState } from 'preact/hooks';
import type { PickUpPlace } from '#shared/api/guest-pages.ts';
import type { PickUp } from '#shared/api/pick-up.ts';
import { followPickUp, type Heard } from './follow-pick-up.ts';

/** How long a number that became ready stands out. */
const STANDS_OUT_MS = 30_000;

/** A number that became ready, and until when it stands out, in Unix ms. */
type Arrival = { number: number; until: number };

export type Shown = {
  /** As it was last heard of; null if there is no such screen. */
  pickUp: PickUp | null;
  /** The first to arrive is first. */
  arrived: readonly Arrival[];
  /** Since when nothing was heard, in Unix ms; null while the server is heard. */
  cutSince: number | null;
};

/** What is to be collected, as it is now. */
export function usePickUp({ outletId, pickUp }: PickUpPlace): Shown {
  const [shown, setShown] = useState<Shown>({ pickUp, arrived: [], cutSince: null });
  useEffect(
    function follow() {
      return followPickUp(outletId, (heard) => setShown((before) => shownAfter(before, heard)));
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

function shownAfter(before: Shown, heard: Heard): Shown {
  if (heard.kind === 'cut') return { ...before, cutSince: heard.since };
  if (heard.kind === 'none') return { pickUp: null, arrived: [], cutSince: null };
  const { pickUp } = heard;
  const until = Date.now() + STANDS_OUT_MS;
  const still = before.arrived.filter(({ number }) => isReady(pickUp, number));
  const arrived = pickUp.ready.filter(({ number }) => !isReady(before.pickUp, number));
  return { pickUp, arrived: [...still, ...arrived.map(({ number }) => ({ number, until }))], cutSince: null };
}

const isReady = (pickUp: PickUp | null, number: number): boolean =>
  pickUp?.ready.some((order) => order.number === number) ?? false;
