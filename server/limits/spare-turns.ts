import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { fairTurns, type Turns } from './turns.ts';

/** The longest rest in ms, however long the turn took. */
const LONGEST_REST_MS = 250;

/**
 * Turns for work that is large because a caller made it so: one at a time, each followed by a rest several times as long,
 * so that most of the time is left to everybody else. Subjects take turns.
 * @param rests the rest after a turn, as a multiple of the turn's time
 */
export function spareTurns(rests = 3): Pick<Turns, 'run'> {
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
          restedAt = ended + Math.min(LONGEST_REST_MS, rests * (ended - began));
        }
      }),
  };
}
