/** Texts by key, in one of the browser's storages. */
export type Stored = ReturnType<typeof storedIn>;

/** Local storage, shared by the tabs of a browser. */
export const stored = storedIn(() => localStorage);

/** Session storage: each tab's own, which lasts as long as the tab, and of which a duplicate of the tab gets a copy. */
export const storedInTab = storedIn(() => sessionStorage);

/**
 * A full or forbidden storage is logged and breaks nothing: what it rejects is remembered until the page closes.
 *
 * @param storage called at each use: a browser that forbids a storage may throw when it is named
 */
function storedIn(storage: () => Storage) {
  /** Values that the storage rejected. */
  const untaken = new Map<string, string>();
  return {
    get: (key: string): string | null =>
      untaken.get(key) ?? attempt(`${key} cannot be read`, () => storage().getItem(key)) ?? null,

    set(key: string, value: string): void {
      untaken.set(key, value);
      attempt(`${key} cannot be kept`, () => {
        storage().setItem(key, value);
        untaken.delete(key);
      });
    },

    remove(key: string): void {
      untaken.delete(key);
      attempt(`${key} cannot be removed`, () => storage().removeItem(key));
    },

    /**
     * Removes every key but those that stay, one by one: where a tab of Chromium calls `clear` while another writes,
     * the first may see what was written for ever, though it is stored no more.
     */
    removeAllBut(staying: readonly string[]): void {
      const keys = attempt('What is stored cannot be read', () =>
        Array.from({ length: storage().length }, (_, index) => storage().key(index) ?? ''),
      );
      for (const key of new Set([...(keys ?? []), ...untaken.keys()]))
        if (!staying.includes(key)) this.remove(key);
    },
  };
}

function attempt<T>(trouble: string, act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    logStored(trouble, error);
    return null;
  }
}

export function logStored(message: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- a page has no other log, and the specification has these failures logged
  console.error(message, error);
}
