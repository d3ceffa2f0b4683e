import { expect, it } from 'vitest';
import { sharedWrites } from './shared-writes.ts';

/** Writes that end when the test says so. */
function heldWrites() {
  const all: string[][] = [];
  let release = () => {};
  const writes = sharedWrites<string>(async (items) => {
    all.push(items);
    await new Promise<void>((resolve) => (release = resolve));
  });
  return {
    all,
    add: (...items: string[]) => items.forEach((item) => writes.add(item)),
    async end() {
      release();
      await new Promise(setImmediate);
    },
  };
}

it('what arrives during a write waits for it, and shares the next', async () => {
  const { add, all, end } = heldWrites();
  add('a', 'b', 'c');
  expect(all).toEqual([['a']]);
  await end();
  expect(all).toEqual([['a'], ['b', 'c']]);
  await end();
  add('d');
  expect(all).toEqual([['a'], ['b', 'c'], ['d']]);
});

it('a write leaves half of a crowd to the next, so that senders and database do not wait for each other', async () => {
  const { add, all, end } = heldWrites();
  const crowd = Array.from('abcdefghijklmnop');
  add(...crowd);
  // Whoever was answered comes again at once.
  for (let write = 0; write < 20; write += 1) {
    const answered = all.at(-1) ?? [];
    await end();
    add(...answered);
  }
  expect(all.slice(-6).map(({ length }) => length)).toEqual([8, 8, 8, 8, 8, 8]);
  expect(all.flat().slice(0, 32)).toEqual([...crowd, ...crowd]);
});
