import { expect, it } from 'vitest';
import { fromDisk, toDisk } from './on-disk.ts';

it('in a browser without a database nothing is found, and nothing counts as written', async () => {
  expect(globalThis).not.toHaveProperty('indexedDB');
  expect(await toDisk('guest:bar', { text: '{}', at: 1 })).toBe(false);
  expect(await fromDisk('guest:bar')).toBeUndefined();
});
