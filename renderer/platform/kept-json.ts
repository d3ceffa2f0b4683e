import { logKept, stored } from './stored.ts';

/**
 * What an earlier run kept under a key of local storage; null where there is nothing. What `read` does not take is
 * set aside under `KEY.broken`, for whoever looks into it, and logged (spec §8); it never stops a screen.
 */
export function readKept<T>(key: string, read: (value: unknown) => T | null): T | null {
  const text = stored.get(key);
  if (text === null) return null;
  try {
    const value = read(JSON.parse(text));
    if (value === null) throw new TypeError('Not what this app keeps there');
    return value;
  } catch (error) {
    logKept(`The kept ${key} cannot be read`, error);
    stored.set(`${key}.broken`, text);
    stored.remove(key);
    return null;
  }
}

/** Keeps a value. */
export function keep(key: string, value: unknown): void {
  stored.set(key, JSON.stringify(value));
}

/** Tells whenever another tab has kept something under a key. */
export function onKeptElsewhere(key: string, listener: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key && event.newValue !== null) listener();
  });
}
