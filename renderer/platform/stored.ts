/** Values that local storage rejected; they last as long as this page. */
const untaken = new Map<string, string>();

/**
 * Local storage, shared by the tabs of a browser. A full or forbidden one is logged and breaks nothing: what it
 * rejects is remembered until the page closes.
 */
export const stored = {
  get: (key: string): string | null =>
    untaken.get(key) ?? attempt(`${key} cannot be read`, () => localStorage.getItem(key)) ?? null,

  set(key: string, value: string): void {
    untaken.set(key, value);
    attempt(`${key} cannot be kept`, () => {
      localStorage.setItem(key, value);
      untaken.delete(key);
    });
  },

  remove(key: string): void {
    untaken.delete(key);
    attempt(`${key} cannot be removed`, () => localStorage.removeItem(key));
  },

  clear(): void {
    untaken.clear();
    attempt('Nothing can be removed', () => localStorage.clear());
  },
};

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
