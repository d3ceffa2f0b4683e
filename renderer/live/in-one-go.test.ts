import { describe, expect, it, vi } from 'vitest';
import { inOneGo } from './in-one-go.ts';

describe('what arrives is handed over', () => {
  function takes() {
    const taken: number[][] = [];
    return { taken, ...inOneGo<number>((items) => taken.push(items)) };
  }

  it('together, in its order, if it arrived before the page had time', async () => {
    const { taken, add, stop } = takes();
    [1, 2, 3].forEach(add);
    expect(taken).toEqual([]);
    await vi.waitFor(() => expect(taken).toEqual([[1, 2, 3]]));
    add(4);
    await vi.waitFor(() => expect(taken).toEqual([[1, 2, 3], [4]]));
    stop();
  });

  it('at once where what comes next builds on it, and never twice', async () => {
    const { taken, add, handOver, stop } = takes();
    add(1);
    handOver();
    expect(taken).toEqual([[1]]);
    add(2);
    await vi.waitFor(() => expect(taken).toEqual([[1], [2]]));
    stop();
  });

  it('no more after the end', async () => {
    const { taken, add, stop } = takes();
    const other = takes();
    add(1);
    stop();
    add(2);
    other.add(1);
    await vi.waitFor(() => expect(other.taken).toEqual([[1]]));
    expect(taken).toEqual([]);
    other.stop();
  });
});
