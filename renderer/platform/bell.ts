import { RING_EVERY_MS } from '#shared/platform.ts';

/** Rings at once and then every 5 s while anything must ring; one ring serves any number of orders (D34). */
export function repeatingBell(strike: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    ring(orderIds: readonly string[]): void {
      if (orderIds.length === 0) {
        clearInterval(timer);
        timer = undefined;
      } else if (timer === undefined) {
        strike();
        timer = setInterval(strike, RING_EVERY_MS);
      }
    },
  };
}
