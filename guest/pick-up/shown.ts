import type { PickUp } from '#shared/api/pick-up.ts';
import type { Heard } from './follow-pick-up.ts';

/** How long a number that became ready stands out. */
export const STANDS_OUT_MS = 30_000;

/** A number that became ready, and until when it stands out, in Unix ms. */
type Arrival = { number: number; until: number };

/** What a screen shows. */
export type Shown = {
  /** As it was last heard of; null if there is no such screen. */
  pickUp: PickUp | null;
  /** The first to arrive is first. */
  arrived: readonly Arrival[];
  /** The numbers that were called last, together: a list of its own each time. */
  called: readonly number[];
  /** Since when nothing was heard, in Unix ms; null while the server is heard. */
  cutSince: number | null;
};

/** @param now in Unix ms */
export function shownAfter(before: Shown, heard: Heard, now: number): Shown {
  if (heard.kind === 'cut') return { ...before, cutSince: heard.since };
  if (heard.kind === 'none') return { ...before, pickUp: null, arrived: [], cutSince: null };
  const { pickUp } = heard;
  const called = before.pickUp === null ? [] : numbersOf(pickUp).filter((number) => !isReady(before, number));
  const shown = { ...before, pickUp, cutSince: null };
  const still = before.arrived.filter(({ number }) => isReady(shown, number));
  const arrived = [...still, ...called.map((number) => ({ number, until: now + STANDS_OUT_MS }))];
  return { ...shown, arrived, called: called.length > 0 ? called : before.called };
}

const numbersOf = ({ ready }: PickUp): number[] => ready.map(({ number }) => number);

const isReady = ({ pickUp }: Pick<Shown, 'pickUp'>, number: number): boolean =>
  pickUp !== null && numbersOf(pickUp).includes(number);
