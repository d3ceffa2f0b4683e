import { setImmediate } from 'node:timers/promises';

/**
 * Batches concurrent reads into one query. A call during a query waits for the next one, so that every answer
 * includes all that was committed before the call, on whichever server.
 * @param nameOf gives keys that ask for the same the same name
 * @param read returns what it found by those names; callers share it and must not change it
 * @param most how many things one query asks for at most: between two queries of many, those of others have their turn
 */
export function batchedRead<Key, Found>(
  nameOf: (key: Key) => string,
  read: (keys: Key[]) => Promise<ReadonlyMap<string, Found>>,
  most = Infinity,
): (key: Key) => Promise<Found | null> {
  type Asked = {
    key: Key;
    askers: { resolve: (found: Found | null) => void; reject: (error: unknown) => void }[];
  };
  /** By name, what was asked for first in front. */
  const waiting = new Map<string, Asked>();
  let reading = false;

  async function readWaiting(): Promise<void> {
    while (waiting.size > 0) {
      // Calls up to now join this batch, and so do requests that have arrived but were not read yet.
      await setImmediate();
      const asked = [...waiting].slice(0, most);
      for (const [name] of asked) waiting.delete(name);
      try {
        const found = await read(asked.map(([, { key }]) => key));
        for (const [name, { askers }] of asked)
          for (const { resolve } of askers) resolve(found.get(name) ?? null);
      } catch (error) {
        for (const { reject } of asked.flatMap(([, { askers }]) => askers)) reject(error);
      }
    }
    reading = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const name = nameOf(key);
      const asked: Asked = waiting.get(name) ?? { key, askers: [] };
      waiting.set(name, asked);
      asked.askers.push({ resolve, reject });
      if (reading) return;
      reading = true;
      void readWaiting();
    });
}
