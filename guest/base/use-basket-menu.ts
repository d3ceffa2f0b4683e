import { useEffect, useState } from 'preact/hooks';
import type { GuestMenu } from '#shared/api/guest-pages.ts';
import { basketMenu, heldUntil, seenAfter, type BasketMenu } from './held-menu.ts';
import { keep, readKept, type Kept } from './kept.ts';

/** Timers wait no longer: phones sleep, and one whose clock is weeks behind would ask for more than a timer can count. */
const LONGEST_MS = 60_000;

/** The menu for the basket, which may be in its last five minutes; all pages of this guest know of the same. */
export function useBasketMenu(menu: GuestMenu, kept: Kept | null): BasketMenu {
  /** As of when it was looked whether the five minutes are over. */
  const [now, setNow] = useState(Date.now);
  const { lines = [], seen = null } = kept ?? {};
  const until = heldUntil(seen, menu, now);
  const basket = kept && JSON.stringify(lines);
  const outletId = menu.outlet.id;
  useEffect(
    function remember() {
      if (basket === null) return;
      const before = readKept(outletId);
      const after = seenAfter(before.seen, before.lines, menu, Date.now());
      if (JSON.stringify(after) === JSON.stringify(before.seen)) return;
      // A basket is no younger because its menu changed.
      keep(outletId, ({ at }) => ({ seen: after, at: at + 1 }));
    },
    [outletId, menu, basket, now],
  );
  useEffect(
    function end() {
      if (until === null) return;
      const timer = setTimeout(() => setNow(Date.now()), Math.min(until - Date.now(), LONGEST_MS));
      return () => clearTimeout(timer);
    },
    [until, now],
  );
  return basketMenu(menu, lines, seen, now);
}
