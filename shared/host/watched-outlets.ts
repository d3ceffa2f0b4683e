import { MOST_OUTLETS } from '../api/live.ts';
import type { KnownOutlet, RememberedOutlet } from './session.ts';

/** The outlets that a screen watches: those that were chosen for it, and the one that is open on it. */
export function outletsOf(remembered: RememberedOutlet | null): KnownOutlet[] {
  if (remembered === null) return [];
  const { chosen = [], ...open } = remembered;
  if (chosen.some(({ outletId }) => outletId === open.outletId)) return chosen.slice(0, MOST_OUTLETS);
  return [...chosen.slice(0, MOST_OUTLETS - 1), open];
}

/** Several outlets as one: their names, and whether any of them trades; null if there are none. */
export function togetherOf(outlets: readonly KnownOutlet[]): KnownOutlet | null {
  const [first] = outlets;
  if (!first) return null;
  const named = outlets.map(({ outletName }) => outletName).filter((name) => name !== '');
  const trading = new Set(outlets.map((outlet) => outlet.trading));
  return {
    outletId: first.outletId,
    outletName: named.join(', ').slice(0, LONGEST),
    trading: trading.has(true) ? true : trading.has(null) ? null : false,
  };
}

const LONGEST = 2000;
