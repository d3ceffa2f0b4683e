import { setTimeout as wait } from 'node:timers/promises';
import { CLOCKS_DIFFER_MS, type Clock } from '../../core/clock.ts';
import type { Limits } from '../../limits/limits.ts';
import { fairTurns } from '../../limits/turns.ts';

/**
 * Protects orders from a test of cards at many outlets, each from its own network, which no other limit can tell from
 * guests. While this server counts many declines, orders from networks that have paid nowhere start at a limited rate,
 * and outlets take turns. Orders from networks that have paid do not wait for them.
 */
export function cardWaves(
  limits: Pick<Limits, 'declines-server' | 'orders-strangers' | 'strangers-waiting'>,
  clock: Clock,
) {
  const { 'declines-server': declines, 'orders-strangers': rate } = limits;
  const windowMs = (declines.seconds ?? 0) * 1000;
  const everyMs = ((rate.seconds ?? 0) * 1000) / rate.most;
  const beginning = fairTurns({
    atOnce: 1,
    atOnceEach: 1,
    mostWaiting: limits['strangers-waiting'].most,
    mostWaitingEach: limits['strangers-waiting'].most,
  });
  let points = 0;
  let endsAt = 0;
  let nextAt = 0;

  /** A window that ends later than one that begins now is from before the clock was set back. */
  const lasts = (now: number) => endsAt > now && endsAt <= now + windowMs + CLOCKS_DIFFER_MS;

  return {
    count(cost: number): void {
      const now = clock.now().getTime();
      if (!lasts(now)) [points, endsAt] = [0, now + windowMs];
      points = Math.max(0, points + cost);
    },
    isOn: (): boolean => points >= declines.most && lasts(clock.now().getTime()),
    /** Resolves when a stranger's order may start; rejects with `NoTurn` if too many are waiting. */
    turn: (outletId: string): Promise<void> =>
      beginning.run(outletId, async () => {
        const now = performance.now();
        nextAt = Math.max(now, nextAt + everyMs);
        if (nextAt > now) await wait(nextAt - now);
      }),
  };
}
