import { expect, it, vi } from 'vitest';
import { repeatedChore } from './repeated-chore.ts';

const never = () => {
  throw new Error('No failure was expected');
};

it('never runs twice at once, and asked for many times meanwhile runs once more', async () => {
  const runs: (() => void)[] = [];
  const chore = repeatedChore(() => new Promise((resolve) => runs.push(() => resolve(false))), 60_000, never);
  const first = chore.look();
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  const asked = [chore.look(), chore.look(), chore.look()];
  runs[0]?.();
  await first;
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  runs[1]?.();
  await Promise.all(asked);
  expect(runs).toHaveLength(2);
  await chore.stop();
});

it('repeats by itself, goes on at once while there is more, and outlives a failure', async () => {
  vi.useFakeTimers();
  let runs = 0;
  const failures: unknown[] = [];
  const chore = repeatedChore(
    async () => {
      runs += 1;
      if (runs === 3) throw new Error('The database is away');
      return runs === 1;
    },
    1_000,
    (error) => failures.push(error),
  );
  await chore.look();
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([runs, failures.length]).toEqual([3, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(4);
  await chore.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await chore.look();
  expect(runs).toBe(4);
  vi.useRealTimers();
});
