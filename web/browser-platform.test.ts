import { afterEach, describe, expect, it, vi } from 'vitest';
import { platformContract } from '../renderer/platform/platform-contract.ts';
import { openTab } from '../tests/support/browser/open-tab.ts';
import { browserPlatform } from './browser-platform.ts';

afterEach(() => vi.unstubAllGlobals());

platformContract('the browser', (server) => openTab(server).platform);

it('hears when another tab signs out, and not when it only refreshes (A13)', () => {
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

it('tells a session that the server has ended from one that a person has left in another tab', () => {
  const { platform, tab } = openTab({ fetch });
  const heard: string[] = [];
  platform.onSignedOut((by) => heard.push(by));
  const changed = (key: string | null, newValue: string | null) =>
    tab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  changed('sessionEndedByServer', 'true');
  changed(null, null);
  changed(null, null);
  expect(heard).toEqual(['server', 'person']);
});

it('a kept account that cannot be read is no session, and is set aside', async () => {
  const { platform, stored } = openTab({ fetch });
  stored.set('account', '{"id":');
  stored.set('accessToken', 'x');
  expect(await platform.restoreSession()).toBeNull();
  expect(stored.get('account.broken')).toBe('{"id":');
});

it('the text of receipts belongs to the computer and outlives a session', async () => {
  const { platform, stored } = openTab({ fetch: async () => Response.json({}) });
  const receipt = { vatNumber: 'GB123456789', vatBasisPoints: 2000, footer: 'See you soon.' };
  await platform.savePrintSettings({ printers: [], receipt });
  stored.set('accessToken', 'x');
  await platform.signOut();
  expect([...stored.keys()]).toEqual(['receipts']);
  expect(browserPlatform('/api').printing().settings.receipt).toEqual(receipt);
});

it('a page at a plain address of the network, which has no locks, refreshes its token all the same', async () => {
  vi.stubGlobal('navigator', {});
  const { platform, stored } = openTab({
    fetch: async () => Response.json({ accessToken: 'access-2', refreshToken: 'refresh-2' }),
  });
  for (const [key, value] of [
    ['account', '{"id":"a1"}'],
    ['accessToken', 'access-1'],
    ['refreshToken', 'refresh-1'],
  ] as const)
    stored.set(key, value);
  expect(await platform.refreshSession('access-1')).toEqual({ kind: 'refreshed', accessToken: 'access-2' });
  expect(stored.get('refreshToken')).toBe('refresh-2');
});

it('a sign-out arrives though its page is replaced at once', async () => {
  const sent: RequestInit[] = [];
  const { platform, stored } = openTab({
    fetch: async (_url, init = {}) => {
      sent.push(init);
      return Response.json({});
    },
  });
  for (const key of ['account', 'accessToken', 'refreshToken']) stored.set(key, '{"id":"a1"}');
  await platform.signOut();
  expect(sent).toMatchObject([{ method: 'POST', keepalive: true }]);
});

describe('a tab whose copy of the storage is a moment behind (A13)', () => {
  const tokens = (accessToken: string, refreshToken: string) => ({ accessToken, refreshToken });
  /** A tab that is signed in with the tokens 1; the server answers its refresh when the test says so. */
  function openRefreshing() {
    const answers: ((reply: Response) => void)[] = [];
    const opened = openTab({ fetch: () => new Promise<Response>((answer) => answers.push(answer)) });
    const write = (entries: Record<string, string>) => {
      for (const [key, value] of Object.entries(entries)) opened.stored.set(key, value);
    };
    write({ account: '{"id":"a1"}', ...tokens('access-1', 'refresh-1') });
    const answer = async (reply: Response) => {
      await expect.poll(() => answers.length).toBe(1);
      answers[0]?.(reply);
    };
    return { ...opened, write, answer, answers };
  }
  /** A refresh that waited for another tab's, and now continues. */
  async function refreshAfterAnother({ platform }: ReturnType<typeof openRefreshing>) {
    let release = () => {};
    const other = new Promise<void>((resolve) => (release = resolve));
    void navigator.locks.request('servery-refresh', () => other);
    const outcome = platform.refreshSession('access-1');
    const pending = async () => (await navigator.locks.query()).pending?.length;
    await expect.poll(pending).toBe(1);
    release();
    await expect.poll(pending).toBe(0);
    return { outcome };
  }

  it.each([200, 401])(
    'takes the token another tab has kept meanwhile, though its own refresh is answered %i',
    async (status) => {
      const { platform, stored, write, answer, answers } = openRefreshing();
      const outcome = platform.refreshSession('access-1');
      await expect.poll(() => answers.length).toBe(1);
      write(tokens('access-2', 'refresh-2'));
      await answer(Response.json(tokens('access-3', 'refresh-2'), { status }));
      expect(await outcome).toEqual({ kind: 'refreshed', accessToken: 'access-2' });
      expect(stored.get('accessToken')).toBe('access-2');
    },
  );

  it('does not sign in again what another tab has signed out meanwhile', async () => {
    const { platform, stored, answer, answers } = openRefreshing();
    const outcome = platform.refreshSession('access-1');
    await expect.poll(() => answers.length).toBe(1);
    stored.clear();
    await answer(Response.json(tokens('access-2', 'refresh-2')));
    expect(await outcome).toEqual({ kind: 'signed-out' });
    expect(stored.size).toBe(0);
  });

  it('waits, after another tab’s refresh, until what that wrote has arrived', async () => {
    const here = openRefreshing();
    const { outcome } = await refreshAfterAnother(here);
    here.write(tokens('access-2', 'refresh-2'));
    here.tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'accessToken' }));
    expect(await outcome).toEqual({ kind: 'refreshed', accessToken: 'access-2' });
    expect(here.answers).toHaveLength(0);
  });

  it('asks itself where the other tab’s refresh came to nothing', async () => {
    const here = openRefreshing();
    const { outcome } = await refreshAfterAnother(here);
    await here.answer(Response.json(tokens('access-2', 'refresh-2')));
    expect(await outcome).toEqual({ kind: 'refreshed', accessToken: 'access-2' });
  });

  it('leaves nothing behind that it wrote before or after it heard of the sign-out (A16)', () => {
    const { platform, stored, tab } = openRefreshing();
    platform.onSignedOut(() =>
      platform.rememberOutlet({ outletId: 'outlet-2', outletName: '', trading: null }),
    );
    stored.clear();
    stored.set('lastOutlet', 'outlet-1');
    stored.set('account', '{"id":"a1"}');
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: null, newValue: null }));
    expect([...stored.keys()]).toEqual([]);
  });
});
