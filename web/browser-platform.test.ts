import { afterEach, expect, it, vi } from 'vitest';
import { platformContract, type FakeServer } from '../renderer/platform/platform-contract.ts';
import { browserPlatform } from './browser-platform.ts';

afterEach(() => vi.unstubAllGlobals());

/** A tab of its own: its storage, and its ear for what other tabs do to it. */
function openTab(server: Pick<FakeServer, 'fetch'>) {
  const stored = new Map<string, string>();
  const tab = new EventTarget();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
  });
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
  return { platform: browserPlatform('/api'), stored, tab };
}

platformContract('the browser', (server) => openTab(server).platform);

it('A13 hears when another tab signs out, and not when it only refreshes', () => {
  const { platform, tab } = openTab({ fetch });
  let heard = 0;
  const end = platform.onSignedOut(() => (heard += 1));
  const changed = (key: string | null, newValue: string | null) =>
    tab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  changed('accessToken', 'another');
  changed('lastOutlet', null);
  expect(heard).toBe(0);
  changed('accessToken', null);
  changed(null, null);
  expect(heard).toBe(2);
  end();
  changed(null, null);
  expect(heard).toBe(2);
});

it('a kept account that cannot be read is no session, and is set aside', async () => {
  const { platform, stored } = openTab({ fetch });
  stored.set('account', '{"id":');
  stored.set('accessToken', 'x');
  expect(await platform.restoreSession()).toBeNull();
  expect(stored.get('account.broken')).toBe('{"id":');
});
