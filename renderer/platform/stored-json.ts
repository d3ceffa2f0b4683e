import { logStored, stored, type Stored } from './stored.ts';

/**
 * Reads a value that an earlier run stored, in local storage unless told otherwise; null if there is none. A value
 * that `read` rejects is set aside under `KEY.broken`, for debugging, and logged; it never stops a screen.
 */
export function readStored<T>(
  key: string,
  read: (value: unknown) => T | null,
  at: Stored = stored,
): T | null {
  const text = at.get(key);
  if (text === null) return null;
  try {
    const value = read(JSON.parse(text));
    if (value === null) throw new TypeError('Not what this app keeps there');
    return value;
  } catch (error) {
    logStored(`The kept ${key} cannot be read`, error);
    at.set(`${key}.broken`, text);
    at.remove(key);
    return null;
  }
}

/** Stores a value. */
export function writeStored(key: string, value: unknown, at: Stored = stored): void {
  at.set(key, JSON.stringify(value));
}

/** Removes a value, and what was set aside of it. */
export function forgetStored(key: string, at: Stored = stored): void {
  at.remove(key);
  at.remove(`${key}.broken`);
}

/** Calls the listener when another tab has stored a value under the key. */
export function onStoredElsewhere(key: string, listener: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key && event.newValue !== null) listener();
  });
}
