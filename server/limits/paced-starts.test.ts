import { expect, it } from 'vitest';
import { pacedStarts } from './paced-starts.ts';

/** Brings as many of each subject; resolves once all have started, to who started in which turn of the event loop. */
async function startsOf(counts: Record<string, number>): Promise<{ subject: string; turn: number }[]> {
  const inTurn = pacedStarts();
  let turn = 0;
  const next = () => {
    turn += 1;
    going = setImmediate(next);
  };
  let going = setImmediate(next);
  const starts: { subject: string; turn: number }[] = [];
  await Promise.all(
    Object.entries(counts).flatMap(([subject, count]) =>
      Array.from(
        { length: count },
        () =>
          new Promise<void>((resolve) =>
            inTurn(subject, () => {
              starts.push({ subject, turn });
              resolve();
            }),
          ),
      ),
    ),
  );
  clearImmediate(going);
  return starts;
}

it('at most ten start in one turn of the event loop, and all start', async () => {
  const starts = await startsOf({ a: 300, b: 200 });
  expect(starts).toHaveLength(500);
  const perTurn = new Map<number, number>();
  for (const { turn } of starts) perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
  expect(Math.max(...perTurn.values())).toBe(10);
});

it('who comes alone starts in the first turn, however much another one brought before', async () => {
  const starts = await startsOf({ much: 500, alone: 1 });
  expect(starts.slice(0, 10).map(({ subject }) => subject)).toContain('alone');
});

it('three quarters of the time are left to others until all have started', async () => {
  const inTurn = pacedStarts();
  let worked = 0;
  const began = performance.now();
  await new Promise<void>((resolve) => {
    for (let n = 0; n < 200; n += 1)
      inTurn('much', () => {
        const at = performance.now();
        while (performance.now() - at < 0.5);
        worked += performance.now() - at;
        if (n === 199) resolve();
      });
  });
  const inLastTurn = 0.05 * worked;
  expect(performance.now() - began).toBeGreaterThan(4 * (worked - inLastTurn));
});
