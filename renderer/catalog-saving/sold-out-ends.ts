import { nextEndOf, stillSoldOut, type SoldOut } from '../catalog-model/content.ts';

/** Browsers count a timer's ms in 32 bits. */
const LONGEST_MS = 2 ** 31 - 1;

/** Calls `changed` with the remaining marks whenever some have expired. */
export function soldOutEnds(changed: (soldOut: SoldOut) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watched: SoldOut | null = null;

  function watch(soldOut: SoldOut): void {
    if (soldOut === watched) return;
    watched = soldOut;
    clearTimeout(timer);
    const end = nextEndOf(soldOut);
    if (end === Infinity) return;
    timer = setTimeout(
      () => {
        watched = null;
        if (Date.now() >= end) changed(stillSoldOut(soldOut));
        else watch(soldOut);
      },
      Math.min(Math.max(0, end - Date.now()), LONGEST_MS),
    );
  }

  return {
    watch,
    stop: () => clearTimeout(timer),
  };
}
