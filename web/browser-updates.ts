import type { ScreensOf } from '#shared/host/port.ts';
import type { Update, updatesPort } from '#shared/host/updates.ts';

const newest: Update = { kind: 'newest' };

/** Each load of a page gets the server's newest version. */
export const browserUpdates: ScreensOf<typeof updatesPort> = {
  about: async () => ({ version: String(import.meta.env['VITE_VERSION']), system: navigator.userAgent }),
  licences: async () => (await fetch('/licences.txt')).text(),
  update: () => newest,
  onUpdateChanged: () => () => undefined,
  checkForUpdate: () => undefined,
  installUpdate: async () => 'not-ready',
};
