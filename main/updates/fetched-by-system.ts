import { once, type EventEmitter } from 'node:events';

/**
 * Resolves once macOS's own updater has fetched the version that it installs: from then on it quits at once where it is
 * told to, and not some time later.
 */
export async function fetchedBySystem(system: EventEmitter & { checkForUpdates: () => void }): Promise<void> {
  const fetched = once(system, 'update-downloaded');
  system.checkForUpdates();
  await fetched;
}
