/**
 * Reads again only those things whose rows have changed since the last time; the others are the same objects as before.
 * A row gets another stamp whenever it is written.
 */
export function readByStamps<Thing extends { id: string }>() {
  /** The stamp that was read before it: a later change gets another one. */
  const stampOf = new WeakMap<Thing, string>();

  /** @param stamps by id, of all that are to be returned */
  return async (
    stamps: ReadonlyMap<string, string>,
    before: readonly Thing[],
    read: (ids: string[]) => Promise<Thing[]>,
  ): Promise<Thing[]> => {
    const same = before.filter((one) => stamps.get(one.id) === stampOf.get(one));
    const known = new Set(same.map(({ id }) => id));
    const others = [...stamps.keys()].filter((id) => !known.has(id));
    if (others.length === 0) return same;
    const changed = await read(others);
    for (const one of changed) stampOf.set(one, stamps.get(one.id) ?? '');
    return [...same, ...changed];
  };
}
