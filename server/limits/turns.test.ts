import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fairTurns, NoTurn } from './turns.ts';

/** Turns whose work ends when it is told to, in the order in which it began. */
function slowTurns(options: Partial<Parameters<typeof fairTurns>[0]>) {
  const turns = fairTurns({ atOnce: 2, atOnceEach: 2, mostWaiting: 10, mostWaitingEach: 8, ...options });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  async function endOne() {
    ends.shift()?.();
    await setImmediate();
  }
  return {
    began,
    endOne,
    ask: (subject: string) =>
      turns.run(subject, () => {
        began.push(subject);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    async endAll() {
      while (ends.length > 0) await endOne();
    },
  };
}

it('who comes alone waits for one turn of each other, however much they have waiting', async () => {
  const { ask, began, endOne, endAll } = slowTurns({});
  const all = [...Array.from({ length: 8 }, () => ask('flood')), ask('alone')];
  await setImmediate();
  expect(began).toEqual(['flood', 'flood']);
  await endOne();
  expect(began.slice(2)).toEqual(['alone']);
  await endAll();
  await Promise.all(all);
  expect(began).toHaveLength(9);
});

it('tells whose line is full', async () => {
  const turns = fairTurns({ atOnce: 1, atOnceEach: 1, mostWaiting: 10, mostWaitingEach: 1 });
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const first = turns.run('flood', () => ended);
  expect(turns.isFull('flood')).toBe(false);
  const second = turns.run('flood', async () => undefined);
  expect([turns.isFull('flood'), turns.isFull('alone')]).toEqual([true, false]);
  end();
  await Promise.all([first, second]);
  expect(turns.isFull('flood')).toBe(false);
});

it('no more of one subject run at once than may, and others pass them', async () => {
  const { ask, began, endAll } = slowTurns({ atOnce: 5, atOnceEach: 1 });
  const all = [ask('a'), ask('a'), ask('b')];
  await setImmediate();
  expect(began).toEqual(['a', 'b']);
  await endAll();
  await Promise.all(all);
});

it('a subject whose line is full is refused, and a full room takes the last place of the longest line', async () => {
  const { ask, endAll } = slowTurns({ atOnce: 1, mostWaiting: 4, mostWaitingEach: 4 });
  const outcomes: string[] = [];
  for (let n = 0; n < 6; n += 1)
    void ask('flood').then(
      () => outcomes.push('done'),
      (error: unknown) => outcomes.push(error instanceof NoTurn ? `refused ${n}` : 'failed'),
    );
  const alone = ask('alone');
  await setImmediate();
  // One runs and four wait; the sixth found no room, and the fifth made some.
  expect(outcomes).toEqual(['refused 5', 'refused 4']);
  await endAll();
  await alone;
});

it('work that fails gives its place on', async () => {
  const turns = fairTurns({ atOnce: 1, atOnceEach: 1, mostWaiting: 1, mostWaitingEach: 1 });
  const failing = turns.run('a', () => Promise.reject(new Error('failed')));
  const next = turns.run('b', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

it('remembers no subject that has neither work nor anything waiting, however many were refused', async () => {
  const lines: Parameters<typeof fairTurns>[1] = new Map();
  const turns = fairTurns({ atOnce: 1, atOnceEach: 1, mostWaiting: 2, mostWaitingEach: 2 }, lines);
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const ask = (subject: string) =>
    turns
      .run(subject, () => ended)
      .then(
        () => 'done',
        () => 'refused',
      );
  const all = [ask('a'), ask('b'), ask('b'), ...Array.from({ length: 50 }, (_, n) => ask(`stranger ${n}`))];
  await setImmediate();
  expect([...lines.keys()]).toEqual(['a', 'b', 'stranger 0']);
  end();
  expect((await Promise.all(all)).filter((outcome) => outcome === 'done')).toHaveLength(3);
  expect(lines.size).toBe(0);
});
