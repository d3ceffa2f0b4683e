import { RING_EVERY_MS } from '#shared/platform.ts';

/**
 * Rings at once and then every 5 s while anything must ring; one ring serves any number of orders (D34).
 * @param strike is told what the ring is for
 */
export function repeatingBell(strike: (orderIds: readonly string[]) => void) {
  let ringing: readonly string[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    ring(orderIds: readonly string[]): void {
      ringing = orderIds;
      if (orderIds.length === 0) {
        clearInterval(timer);
        timer = undefined;
      } else if (timer === undefined) {
        strike(ringing);
        timer = setInterval(() => strike(ringing), RING_EVERY_MS);
      }
    },
  };
}
