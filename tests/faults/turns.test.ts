import { expect, it } from 'vitest';
import { turns } from './turns.ts';

it('whoever takes two waits for both, and holds both up', async () => {
  const take = turns();
  const seen: string[] = [];
  const note = (what: string) => (free: () => void) => {
    seen.push(what);
    return free;
  };
  const end = await take('screen A');
  const both = take('screen A', 'screen B').then(note('both'));
  const later = take('screen B').then(note('later'));
  await take();
  expect(seen).toEqual([]);
  end();
  (await both)();
  (await later)();
  expect(seen).toEqual(['both', 'later']);
});
