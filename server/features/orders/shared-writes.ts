const MOST_AT_ONCE = 64;

/**
 * Writes items together, one write at a time: those that arrive during a write share the next, in their order.
 *
 * A write takes half of the items that come and go just now. If it took all of them, their senders would wait for the
 * database together, and then the database for their senders.
 * @param write never rejects
 */
export function sharedWrites<Item>(write: (items: Item[]) => Promise<void>): { add(item: Item): void } {
  let waiting: Item[] = [];
  let writing = false;

  async function writeWaiting(): Promise<void> {
    writing = true;
    for (let written = 0; waiting.length > 0;) {
      const half = Math.ceil((written + waiting.length) / 2);
      const items = waiting.slice(0, Math.min(half, MOST_AT_ONCE));
      waiting = waiting.slice(items.length);
      await write(items);
      written = items.length;
    }
    writing = false;
  }

  return {
    add(item) {
      waiting.push(item);
      if (!writing) void writeWaiting();
    },
  };
}
