import { setImmediate } from 'node:timers/promises';

/**
 * Batches concurrent reads into one query. A call during a query waits for the next one, so that every answer
 * includes all that was committed before the call, on whichever server.
 * @param nameOf gives keys that ask for the same the same name
 * @param read returns what it found by those names; callers share it and must not change it
 */
export function batchedRead<Key, Found>(
  nameOf: (key: Key) => string,
  read: (keys: Key[]) => Promise<ReadonlyMap<string, Found>>,
): (key: Key) => Promise<Found | null> {
  type Waiting = { name: string; resolve: (found: Found | null) => void; reject: (error: unknown) => void };
  let keys = new Map<string, Key>();
  let waiting: Waiting[] = [];
  let reading = false;

  async function readWaiting(): Promise<void> {
    while (waiting.length > 0) {
      // Calls up to now join this batch, and so do requests that have arrived but were not read yet.
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
