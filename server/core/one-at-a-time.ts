const lastOf = new Map<string, Promise<unknown>>();

/** Runs `work` once all work that was started earlier for the same key has ended. */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lastOf.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  lastOf.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(key) === mine) lastOf.delete(key);
  }
}
