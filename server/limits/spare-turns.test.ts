import { expect, it } from 'vitest';
import { spareTurns } from './spare-turns.ts';

const TURN_MS = 10;
function work(): void {
  const end = performance.now() + TURN_MS;
  while (performance.now() < end);
}

it.each([3, 7])(
  '%i times as long as it takes is left to others, however much work is waiting',
  async (rests) => {
    const turns = spareTurns(rests);
    const began = performance.now();
    await Promise.all(Array.from({ length: 20 }, (_, n) => turns.run(String(n % 4), async () => work())));
    // The last one has not rested yet.
    expect(performance.now() - began).toBeGreaterThan(19 * TURN_MS * (1 + rests));
  },
);

it('the rest after a slow turn is at most a quarter of a second', async () => {
  const turns = spareTurns();
  await turns.run('slow', () => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const began = performance.now();
  await turns.run('next', async () => undefined);
  expect(performance.now() - began).toBeLessThan(900);
});

it('a lone caller waits for one turn of each other caller, and a failed turn ends', async () => {
  const turns = spareTurns();
  const began: string[] = [];
  const ask = (subject: string) =>
    turns.run(subject, async () => {
      began.push(subject);
      if (subject === 'fails') throw new Error('It failed.');
    });
  const failing = ask('fails');
  const all = [...Array.from({ length: 5 }, () => ask('much')), ask('alone')];
  await expect(failing).rejects.toThrow('It failed.');
  await Promise.all(all);
  expect(began.slice(0, 4)).toContain('alone');
  expect(began).toHaveLength(7);
});
