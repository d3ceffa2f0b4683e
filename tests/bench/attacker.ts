/** An attacker; a real one would use another computer. */
import { setTimeout as wait } from 'node:timers/promises';
import { attacks } from './attacks.ts';
import type { Target } from './flood.ts';
import { answers } from './bench-process.ts';

const SLICE_MS = 10;

/** Uses a share of a core on nothing. */
async function spin({ share, ms }: { share: number; ms: number }): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const busyUntil = performance.now() + share * SLICE_MS;
    while (performance.now() < busyUntil);
    await wait((1 - share) * SLICE_MS);
  }
}

answers('', {
  spin,
  attack: ({ what, target, ms }: { what: string; target: Target; ms: number }) =>
    attacks.find((attack) => attack.what === what)?.run(target, ms),
});
