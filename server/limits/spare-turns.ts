import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { fairTurns, type Turns } from './turns.ts';

/** The rest after a turn, as a multiple of the turn's time. */
const RESTS = 3;
/** The longest rest in ms, however long the turn took. */
const LONGEST_REST_MS = 250;

/**
 * Turns for work that is large because a caller made it so: one at a time, each followed by a rest three times as long,
 * so that three quarters of the time are left to everybody else. Subjects take turns.
 */
export function spareTurns(): Pick<Turns, 'run'> {
  const turns = fairTurns({
    atOnce: 1,
    atOnceEach: 1,
    mostWaiting: Number.POSITIVE_INFINITY,
    mostWaitingEach: Number.POSITIVE_INFINITY,
  });
  let restedAt = 0;
  return {
    run: (subject, work) =>
      turns.run(subject, async () => {
        const rest = restedAt - performance.now();
        // Even after a very short turn, the event loop handles what has arrived.
        await (rest > 0 ? wait(rest) : setImmediate());
        const began = performance.now();
        try {
          return await work();
        } finally {
          const ended = performance.now();
          restedAt = ended + Math.min(LONGEST_REST_MS, RESTS * (ended - began));
        }
      }),
  };
}
