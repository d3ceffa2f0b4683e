import { afterEach, expect, it, vi } from 'vitest';
import { countTurns, mostInOneTurn } from '../../tests/support/servers/loop-turns.ts';
import { pacedStarts } from './paced-starts.ts';

const PACE = { rests: 3, longestRestMs: 25 };

afterEach(() => void vi.restoreAllMocks());

/** Brings as many of each subject; resolves once all have started, to who started in which turn of the event loop. */
async function startsOf(counts: Record<string, number>): Promise<{ subject: string; turn: number }[]> {
  const inTurn = pacedStarts(PACE);
  const loop = countTurns();
  const starts: { subject: string; turn: number }[] = [];
  await Promise.all(
    Object.entries(counts).flatMap(([subject, count]) =>
      Array.from(
        { length: count },
        () =>
          new Promise<void>((resolve) =>
            inTurn(subject, () => {
              starts.push({ subject, turn: loop.now() });
              resolve();
            }),
          ),
      ),
    ),
  );
  loop.stop();
  return starts;
}

it('at most ten start in one turn of the event loop, and all start', async () => {
  const starts = await startsOf({ a: 300, b: 200 });
  expect(starts).toHaveLength(500);
  expect(mostInOneTurn(starts.map(({ turn }) => turn))).toBe(10);
});

it('who comes alone starts in the first turn, however much another one brought before', async () => {
  const starts = await startsOf({ much: 500, alone: 1 });
  expect(starts.slice(0, 10).map(({ subject }) => subject)).toContain('alone');
});

it('what no longer waits is not started, and nobody waits for its turn', async () => {
  const inTurn = pacedStarts(PACE);
  const loop = countTurns();
  const starts: string[] = [];
  for (let n = 0; n < 500; n += 1) inTurn('gone', () => starts.push('gone'))();
  const began = loop.now();
  const turns = await Promise.all(
    Array.from(
      { length: 20 },
      () => new Promise<number>((resolve) => inTurn('there', () => resolve(loop.now() - began))),
    ),
  );
  loop.stop();
  expect(starts).toEqual([]);
  expect(mostInOneTurn(turns)).toBe(10);
});

/**
 * Starts 200, each of which takes `ms` of a clock that nothing else moves.
 * @returns how many ms all of it took, from the first one's start to the last one's end
 */
async function timeOf(ms: number): Promise<number> {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, rest = 0) => {
    now += rest;
    setImmediate(run);
    return {} as NodeJS.Timeout;
  });
  const inTurn = pacedStarts(PACE);
  await new Promise<void>((resolve) => {
    for (let n = 0; n < 200; n += 1)
      inTurn('much', () => {
        now += ms;
        if (n === 199) resolve();
      });
  });
  return now;
}

it('between turns, others have as many times as long as a turn took as was asked for', async () => {
  expect(await timeOf(0.5)).toBe(20 * 5 + 19 * 15);
});

it('after a long turn, others have no more than was asked for', async () => {
  expect(await timeOf(5)).toBe(20 * 50 + 19 * 25);
});
