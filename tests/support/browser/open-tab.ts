import { vi } from 'vitest';
import type { FakeServer } from '../../../renderer/platform/fake-server.ts';
import { browserPlatform } from '../../../web/browser-platform.ts';

/**
 * A tab: its storage, which may be another tab's as well, and its listener for other tabs' writes. The storage cannot
 * be cleared at once: a tab of Chromium that does so keeps seeing what another wrote at the same moment.
 */
export function openTab(server: Pick<FakeServer, 'fetch'>, stored = new Map<string, string>()) {
  const tab = new EventTarget();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    key: (index: number) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size;
    },
  });
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
  return { platform: browserPlatform('/api'), stored, tab };
}
