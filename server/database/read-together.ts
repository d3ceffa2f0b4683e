import { setImmediate } from 'node:timers/promises';

/**
 * Reads with one query what many ask for at the same time. Whoever asks while a query runs waits for the next one, so
 * that no answer is older than its question: what was committed before, by whichever server, is always seen (D14).
 * @param nameOf tells keys that ask for the same apart from others
 * @param read what was found, by those names; it is shared between all who asked, and must not be changed
 */
export function readTogether<Key, Found>(
  nameOf: (key: Key) => string,
  read: (keys: Key[]) => Promise<ReadonlyMap<string, Found>>,
): (key: Key) => Promise<Found | null> {
  type Waiting = { name: string; resolve: (found: Found | null) => void; reject: (error: unknown) => void };
  let keys = new Map<string, Key>();
  let waiting: Waiting[] = [];
  let reading = false;

  async function readWaiting(): Promise<void> {
    while (waiting.length > 0) {
      // Whoever has asked by now comes along, and so do the requests that have arrived but were not looked at yet.
      await setImmediate();
      const [asked, askers] = [[...keys.values()], waiting];
      keys = new Map();
      waiting = [];
      try {
        const found = await read(asked);
        for (const { name, resolve } of askers) resolve(found.get(name) ?? null);
      } catch (error) {
        for (const { reject } of askers) reject(error);
      }
    }
    reading = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const name = nameOf(key);
      keys.set(name, key);
      waiting.push({ name, resolve, reject });
      if (reading) return;
      reading = true;
      void readWaiting();
    });
}
