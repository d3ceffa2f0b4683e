/**
 * What an earlier run kept under a key of local storage; null where there is nothing. What `read` does not take is
 * set aside under `KEY.broken`, for whoever looks into it, and logged (spec §8); it never stops a screen.
 */
export function readKept<T>(key: string, read: (value: unknown) => T | null): T | null {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(key);
    if (stored === null) return null;
    const value = read(JSON.parse(stored));
    if (value === null) throw new TypeError('Not what this app keeps there');
    return value;
  } catch (error) {
    log(`The kept ${key} cannot be read`, error);
    if (stored !== null) setAside(key, stored);
    return null;
  }
}

/** Keeps a value; a full or forbidden store is only logged (spec §8). */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    log(`${key} cannot be kept`, error);
  }
}

/** Tells whenever another tab has kept something under a key. */
export function onKeptElsewhere(key: string, listener: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key && event.newValue !== null) listener();
  });
}

function setAside(key: string, stored: string): void {
  try {
    localStorage.setItem(`${key}.broken`, stored);
    localStorage.removeItem(key);
  } catch (error) {
    log(`The broken ${key} cannot be set aside`, error);
  }
}

function log(message: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- a page has no other log, and the specification has these failures logged
  console.error(message, error);
}
