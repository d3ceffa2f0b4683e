import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** What was kept under a key, and when it was last changed, in Unix ms. */
export type OnDisk = { text: string; at: number };

interface Stored extends DBSchema {
  visits: { key: string; value: OnDisk };
}

let opened: Promise<IDBPDatabase<Stored>> | undefined;
const open = () =>
  (opened ??= openDB<Stored>('servery-guest', 1, {
    upgrade: (database) => void database.createObjectStore('visits'),
  }));

/**
 * How long the browser's disk is waited for. Right after a crash it may take seconds; a guest who did not wait would
 * find their basket empty, or pay again for what they ordered. Some browsers have been known never to answer.
 */
const PATIENCE_MS = 10_000;
const orNothing = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    work.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);

/**
 * Resolves when it would survive that the browser is killed: what a page puts in `localStorage` is lost for some seconds
 * more. Nothing that is older replaces it.
 * @returns whether it was written
 */
export async function toDisk(key: string, kept: OnDisk): Promise<boolean> {
  const write = async () => {
    const { store, done } = (await open()).transaction('visits', 'readwrite', { durability: 'strict' });
    const before = await store.get(key);
    if (!before || before.at <= kept.at) await store.put(kept, key);
    await done;
    return true;
  };
  return (await orNothing(write())) ?? false;
}

export function fromDisk(key: string): Promise<OnDisk | undefined> {
  // A browser without a database throws as soon as one is opened.
  const read = async () => (await open()).get('visits', key);
  return orNothing(read());
}
