import { afterEach, expect, it, vi } from 'vitest';
import { inSlices } from './in-slices.ts';

afterEach(() => vi.restoreAllMocks());

/** Each look at the clock is `ms` later than the one before. */
function clockOf(ms: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += ms));
}

/** How many items were done when the page's other work came first, and in what order they all were. */
async function besides(items: readonly number[]) {
  const done: number[] = [];
  let doneBefore = -1;
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    doneBefore = done.length;
    port1.close();
  });
  port1.start();
  port2.postMessage(null);
  await inSlices(items, (item) => void done.push(item));
  return { done, doneBefore };
}

const items = Array.from({ length: 1_000 }, (_none, at) => at);

it('does all in their order, and lets what waits go first after a few milliseconds', async () => {
  clockOf(1);
  const { done, doneBefore } = await besides(items);
  expect(done).toEqual(items);
  expect(doneBefore).toBeGreaterThan(0);
  expect(doneBefore).toBeLessThan(10);
});

it('does what takes less in one go', async () => {
  clockOf(0);
  const { done, doneBefore } = await besides(items);
  expect(done).toEqual(items);
  expect(doneBefore).toBe(-1);
});

it('rejects with what one of them throws', async () => {
  await expect(
    inSlices([1], () => {
      throw new TypeError('Expected a list');
    }),
  ).rejects.toThrow('Expected a list');
});
