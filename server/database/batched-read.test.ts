import { expect, it } from 'vitest';
import { batchedRead } from './batched-read.ts';

/**
 * A table of numbers by name. The test decides when a query is answered; the answer is the state when the query
 * began.
 */
function table() {
  const rows = new Map([['a', 1]]);
  const queries: { keys: string[]; answer: () => void; fail: () => void }[] = [];
  const ask = batchedRead<string, number>(
    (key) => key,
    (keys) => {
      const found = new Map(rows);
      return new Promise((resolve, reject) => {
        queries.push({ keys, answer: () => resolve(found), fail: () => reject(new Error('gone')) });
      });
    },
  );
  const queryOf = async (nth: number) => {
    await expect.poll(() => queries.length).toBe(nth);
    const query = queries[nth - 1];
    if (!query) throw new Error('No query');
    return query;
  };
  return { rows, ask, queryOf };
}

it('asks once for all who ask at the same time', async () => {
  const { ask, queryOf } = table();
  const answers = Promise.all([ask('a'), ask('b'), ask('a')]);
  const query = await queryOf(1);
  expect(query.keys).toEqual(['a', 'b']);
  query.answer();
  expect(await answers).toEqual([1, null, 1]);
});

it('answers nobody with what was read before they asked (D14)', async () => {
  const { rows, ask, queryOf } = table();
  const before = ask('a');
  const first = await queryOf(1);
  rows.set('a', 2);
  const after = ask('a');
  first.answer();
  expect(await before).toBe(1);
  (await queryOf(2)).answer();
  expect(await after).toBe(2);
});

it('fails only those whose query failed', async () => {
  const { ask, queryOf } = table();
  const failing = ask('a');
  const first = await queryOf(1);
  const later = ask('a');
  first.fail();
  await expect(failing).rejects.toThrow('gone');
  (await queryOf(2)).answer();
  expect(await later).toBe(1);
});
