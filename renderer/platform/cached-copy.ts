import type { Unsubscribe } from '#shared/host/port.ts';
import { listeners } from './listeners.ts';

/** The page's copy of a value in the main process: available at once, although asking takes a moment. */
export function cachedCopy<T>(
  before: T,
  asked: Promise<T> | undefined,
  onChanged: ((listener: (value: T) => void) => Unsubscribe) | undefined,
) {
  const changed = listeners<void>();
  let now = before;
  let told = false;
  function take(value: T): void {
    now = value;
    changed.tell();
  }
  onChanged?.((value) => {
    told = true;
    take(value);
  });
  // A change that arrived meanwhile is newer than the answer.
  void asked?.then((value) => told || take(value));
  return { now: () => now, onChanged: (listener: () => void) => changed.add(listener) };
}
