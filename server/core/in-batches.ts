/** Collects items for a moment and processes them together, one batch at a time. */
export type Batches<Item, Result> = {
  /** Resolves with the item's own result once its batch is done; rejects as the batch does. */
  add(item: Item): Promise<Result>;
  /** Resolves once no item is waiting. */
  settled(): Promise<void>;
};

/**
 * @param work processes a batch and returns a result for each item, in their order
 * @param gatherMs how long the first item of a batch waits for others
 */
export function inBatches<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  gatherMs: number,
  mostAtOnce: number,
): Batches<Item, Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let working: Promise<void> | null = null;

  async function workThrough(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    working = null;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        working ??= workThrough();
      }),
    async settled() {
      await working;
    },
  };
}
