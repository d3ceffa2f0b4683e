import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../renderer/platform/fake-server.ts';
import { openTab } from '../tests/support/browser/open-tab.ts';

afterEach(() => vi.unstubAllGlobals());

describe('two tabs of one browser with two accounts (A13)', () => {
  const reply = (id: string) =>
    Response.json({ account: { id, accessToken: `${id}-1`, refreshToken: `${id}-r1` } });
  const credentials = { email: 'a@example.com', password: 'a password of ten' };
  /** B's tab, then A's, in which A signs in. */
  async function signedInAfter(answer?: Promise<Response>) {
    const sent: unknown[] = [];
    const fetch: FakeServer['fetch'] = async (url, init) => {
      if (url.endsWith('/sign-in')) return reply('a');
      sent.push(JSON.parse(init?.body as string));
      return answer ?? Response.json({ accessToken: 'b-2', refreshToken: 'b-r2' });
    };
    const stored = new Map([
      ['account', '{"id":"b"}'],
      ['accessToken', 'b-1'],
      ['refreshToken', 'b-r1'],
    ]);
    const b = openTab({ fetch }, stored);
    await b.platform.restoreSession();
    const heard: string[] = [];
    b.platform.onSignedOut((by) => heard.push(by));
    const changed = (key: string | null) =>
      b.tab.dispatchEvent(
        Object.assign(new Event('storage'), { key, newValue: key && (stored.get(key) ?? null) }),
      );
    const a = openTab({ fetch }, stored);
    const signIn = () => a.platform.signIn(credentials);
    return { a, b, stored, heard, changed, sent, signIn };
  }
  const ofA = [
    ['account', expect.stringContaining('"id":"a"')],
    ['accessToken', 'a-1'],
    ['refreshToken', 'a-r1'],
  ];

  it('the one that was there hears that its session is over, and leaves the other’s alone', async () => {
    const { b, stored, heard, changed, signIn } = await signedInAfter();
    changed('account');
    expect(heard, 'its own account was read again').toEqual([]);
    await signIn();
    for (const key of ['account', 'accessToken', 'refreshToken']) changed(key);
    expect(heard).toEqual(['server']);
    b.platform.keepAccount({ id: 'b' } as never);
    b.platform.rememberOutlet({ outletId: 'of-b', outletName: '', trading: true });
    expect([...stored]).toEqual(ofA);
    stored.clear();
    changed(null);
    expect(heard, 'who signs out there signs out another account').toEqual(['server']);
  });

  it('the one that was there hears late of its sign-out, and leaves the other’s alone', async () => {
    const { a, b, stored, heard, changed, signIn } = await signedInAfter();
    stored.clear();
    await signIn();
    a.platform.rememberOutlet({ outletId: 'of-a', outletName: '', trading: true });
    for (const key of [null, 'account', 'accessToken', 'refreshToken', 'lastOutlet']) changed(key);
    expect(heard).toEqual(['server']);
    expect([...stored]).toEqual([...ofA, ['lastOutlet', expect.stringContaining('of-a')]]);
    expect(b.platform.restoreSession(), 'a reload finds whoever is signed in').toMatchObject({
      account: { id: 'a' },
    });
  });

  it('the one that was there signs out before it has heard, and leaves the other’s alone', async () => {
    const { a, b, stored, sent, signIn } = await signedInAfter();
    await signIn();
    a.platform.rememberOutlet({ outletId: 'of-a', outletName: '', trading: true });
    b.platform.rememberOutlet(null);
    await b.platform.signOut();
    expect([...stored]).toEqual([...ofA, ['lastOutlet', expect.stringContaining('of-a')]]);
    expect(sent, 'nor is the other’s session ended on the server').toEqual([]);
  });

  it('the one that was there never calls with the other’s token, nor exchanges it', async () => {
    const { a, b, stored, sent, signIn } = await signedInAfter();
    await signIn();
    expect(await b.platform.refreshSession('b-1')).toEqual({ kind: 'signed-out' });
    expect(sent).toEqual([]);
    expect([...stored]).toEqual(ofA);
    expect(await a.platform.refreshSession('a-1')).toMatchObject({ kind: 'refreshed' });
  });

  it.each([200, 401])(
    'nor does a refresh that was on its way and is answered %i change it',
    async (status) => {
      let answer: (reply: Response) => void = () => undefined;
      const { b, stored, sent, signIn } = await signedInAfter(new Promise((give) => (answer = give)));
      const outcome = b.platform.refreshSession('b-1');
      await expect.poll(() => sent).toEqual([{ refreshToken: 'b-r1' }]);
      await signIn();
      answer(Response.json({ accessToken: 'b-2', refreshToken: 'b-r2' }, { status }));
      expect(await outcome).toEqual({ kind: 'signed-out' });
      expect([...stored]).toEqual(ofA);
    },
  );
});
