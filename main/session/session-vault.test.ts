import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onceOpen, openCipher, type Cipher } from './cipher.ts';
import { sessionVault } from './session-vault.ts';
import { noAddress } from '#shared/base/no-address.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-vault-'));
  file = path.join(folder, 'session');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const account = {
  id: 'a',
  email: 'e@servery.test',
  companyName: 'Ferry',
  ...noAddress,
  stripeConnectId: null,
  isAdmin: false,
  accountStatus: { value: 'verified', label: 'Verified' } as const,
};

/** Reverses every byte: unreadable, but not secret. */
const cipher: Cipher = {
  encrypt: async (text) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0xff)),
  decrypt: async (bytes) => ({
    text: Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString(),
    outdated: false,
  }),
};

function vault(
  options: {
    cipher?: Cipher | null;
    refresh?: () => Response | Promise<Response>;
    signIn?: () => Response | Promise<Response>;
    apiBase?: string;
  } = {},
) {
  const calls: string[] = [];
  let token = 0;
  const reports: string[] = [];
  const ended = vi.fn<() => void>();
  const made = sessionVault({
    file,
    ended,
    cipher: async () => (options.cipher === undefined ? cipher : options.cipher),
    apiBase: () => options.apiBase ?? 'https://api.example/api',
    report: (message) => reports.push(message),
    async fetch(url, init) {
      calls.push(url.replace('https://api.example/api', ''));
      if (url.endsWith('/refresh-token') && options.refresh) return options.refresh();
      if (url.endsWith('/sign-in') && options.signIn) return options.signIn();
      token += 1;
      const tokens = { accessToken: `access-${token}`, refreshToken: `refresh-secret-${token}` };
      if (url.endsWith('/sign-in')) {
        const { password } = JSON.parse(init.body as string) as { password: string };
        if (password !== 'right')
          return Response.json(
            { error: { code: 'X', message: 'Your credentials are not valid' } },
            { status: 401 },
          );
        return Response.json({ account: { ...account, ...tokens }, isAdmin: false });
      }
      return Response.json(url.endsWith('/refresh-token') ? tokens : {});
    },
  });
  return { vault: made, calls, reports, ended };
}

function laterAnswer() {
  let resolve: (reply: Response) => void = () => {};
  const answer = new Promise<Response>((settle) => (resolve = settle));
  return { answer, resolve: (reply: Response) => resolve(reply) };
}

/** A vault whose person signs out while the token is being exchanged, which `resolve` answers. */
async function signedOutMeanwhile() {
  const { answer, resolve } = laterAnswer();
  const { vault: open } = vault({ refresh: () => answer });
  await open.signIn(right);
  const refreshed = open.refresh('access-1');
  await open.signOut();
  return { open, refreshed, resolve };
}

const right = { email: 'e@servery.test', password: 'right' };

describe('the till’s session (E24, E26)', () => {
  it('gives the page an access token and keeps the refresh token encrypted, for its owner alone', async () => {
    const { vault: first } = vault();
    const outcome = await first.signIn(right);
    expect(outcome).toEqual({ kind: 'signed-in', session: { account, accessToken: 'access-1' } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'latin1')).not.toContain('refresh-secret');
    const { vault: later } = vault();
    expect(await later.restore()).toMatchObject({ account: { id: 'a' }, accessToken: 'access-1' });
  });

  it('keeps it in memory alone where the system protects nothing', async () => {
    const { vault: open } = vault({ cipher: null });
    await open.signIn(right);
    expect(existsSync(file)).toBe(false);
    expect(await open.kept()).toBe('until-closed');
    expect(await open.restore()).toMatchObject({ accessToken: 'access-1' });
  });

  it('keeps it once a keyring that was shut is open, also without another sign-in (E25)', async () => {
    const options: Parameters<typeof vault>[0] = { cipher: null };
    const { vault: open } = vault(options);
    await open.signIn(right);
    expect(await open.kept()).toBe('until-closed');
    delete options.cipher;
    expect(await open.kept()).toBe('kept');
    expect(await vault().vault.restore()).toMatchObject({ account: { id: 'a' } });
  });

  it('is gone after signing out, here and on the server', async () => {
    const { vault: open, calls, ended } = vault();
    await open.signIn(right);
    expect(open.accountId()).toBe('a');
    await open.signOut();
    expect(open.accountId()).toBeNull();
    expect(ended).not.toHaveBeenCalled();
    expect(existsSync(file)).toBe(false);
    expect(calls).toContain('/sellers/sign-out');
    expect(await open.restore()).toBeNull();
  });

  it('signing out while the token is being exchanged leaves nothing behind', async () => {
    const { open, refreshed, resolve } = await signedOutMeanwhile();
    resolve(Response.json({ accessToken: 'late', refreshToken: 'late-secret' }));
    expect(await refreshed).toEqual({ kind: 'signed-out' });
    expect(await open.restore()).toBeNull();
    expect(existsSync(file)).toBe(false);
  });

  it('a late refusal of the last session does not end the next one', async () => {
    const { open, refreshed, resolve } = await signedOutMeanwhile();
    await open.signIn(right);
    resolve(Response.json({}, { status: 401 }));
    expect(await refreshed).toMatchObject({ kind: 'refreshed' });
    expect(await open.restore()).not.toBeNull();
    expect(existsSync(file)).toBe(true);
  });

  it.each([
    ['another server was chosen', 'the server'],
    ['somebody signed out', 'sign-out'],
    ['somebody signed in once more', 'sign-in'],
  ])('a sign-in that is answered after %s is dropped, and revoked where it was made', async (_what, then) => {
    const { answer, resolve } = laterAnswer();
    const options: Parameters<typeof vault>[0] = { signIn: () => answer };
    const { vault: open, calls } = vault(options);
    const late = open.signIn(right);
    delete options.signIn;
    if (then === 'the server') options.apiBase = 'https://other.example/api';
    else if (then === 'sign-out') await open.signOut();
    else await open.signIn(right);
    resolve(Response.json({ account, accessToken: 'late', refreshToken: 'late-secret' }));
    expect(await late).toMatchObject({ kind: 'refused' });
    expect(calls.at(-1)).toBe('/sellers/sign-out');
    const now = await open.restore();
    if (then === 'sign-in') expect(now).toMatchObject({ accessToken: 'access-1' });
    else expect(now).toBeNull();
    expect(existsSync(file)).toBe(then === 'sign-in');
  });

  it('any number of changes at once leave the last one in the file', async () => {
    const { vault: open } = vault();
    await open.signIn(right);
    const names = Array.from({ length: 25 }, (_, index) => `Ferry ${index}`);
    await Promise.all(names.map((companyName) => open.keepAccount({ ...account, companyName })));
    const { vault: later } = vault();
    expect(await later.restore()).toMatchObject({ account: { companyName: 'Ferry 24' } });
    await Promise.all([open.keepAccount(account), open.signOut(), open.keepAccount(account)]);
    expect(existsSync(file)).toBe(false);
  });

  it('where the file cannot be written the sign-in holds until the till is closed, and that is said once', async () => {
    const failing: Cipher = { ...cipher, encrypt: () => Promise.reject(new Error('disk full')) };
    const { vault: open, reports } = vault({ cipher: failing });
    expect(await open.signIn(right)).toMatchObject({ kind: 'signed-in' });
    expect(await open.refresh('access-1')).toMatchObject({ kind: 'refreshed' });
    expect(await open.kept()).toBe('until-closed');
    expect(reports).toHaveLength(1);
  });

  it('signs in at a server with its own spellings, statuses and error sentence (D2)', async () => {
    const reply = { account: { _id: 'm1', accountStatus: 'live' }, accessToken: 'x', refreshToken: 'r' };
    const { vault: open } = vault({ signIn: () => Response.json(reply) });
    expect(await open.signIn(right)).toMatchObject({ session: { account: { id: 'm1' }, accessToken: 'x' } });
    const { vault: refused } = vault({ signIn: () => Response.json({ error: 'No' }, { status: 403 }) });
    expect(await refused.signIn(right)).toEqual({ kind: 'refused', status: 403, message: 'No' });
  });

  it('a wrong password is refused in the server’s words', async () => {
    const { vault: open } = vault();
    expect(await open.signIn({ ...right, password: 'wrong' })).toEqual({
      kind: 'refused',
      status: 401,
      message: 'Your credentials are not valid',
    });
  });

  it('one exchange for any number that ask, and the new token for whoever comes late (A12)', async () => {
    const { vault: open, calls } = vault();
    await open.signIn(right);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => open.refresh('access-1')));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(await open.refresh('access-1')).toEqual(outcomes[0]);
    expect(calls.filter((call) => call.endsWith('refresh-token'))).toHaveLength(1);
  });

  it.each([
    [401, 'signed-out', false],
    [400, 'signed-out', false],
    [503, 'unreachable', true],
    [200, 'unreachable', true],
  ] as const)('a refresh that is answered %i is %s (A14)', async (status, kind, kept) => {
    const { vault: open, ended } = vault({ refresh: () => Response.json({}, { status }) });
    await open.signIn(right);
    expect(open.isKept()).toBe(true);
    expect(await open.refresh('access-1')).toEqual({ kind });
    expect(existsSync(file)).toBe(kept);
    expect(ended).toHaveBeenCalledTimes(kept ? 0 : 1);
  });

  it('a start does not wait for a server that does not answer', async () => {
    await vault().vault.signIn(right);
    vi.useFakeTimers();
    const { vault: open } = vault({ refresh: () => new Promise(() => undefined) });
    const restored = open.restore();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await restored).toMatchObject({ account: { id: account.id }, accessToken: '' });
    vi.useRealTimers();
  });

  it('a file that cannot be read is removed and told of; one that cannot be read just now stays (E25)', async () => {
    writeFileSync(file, 'rubbish');
    const broken = vault();
    expect(await broken.vault.restore()).toBeNull();
    expect(existsSync(file)).toBe(false);
    expect(broken.reports).toHaveLength(1);
    expect(broken.ended).toHaveBeenCalledOnce();

    writeFileSync(file, 'locked');
    const locked = vault({
      cipher: { ...cipher, decrypt: () => Promise.reject(new Error('temporarily unavailable')) },
    });
    expect(await locked.vault.restore()).toBeNull();
    expect(existsSync(file)).toBe(true);
  });

  it('a start with the keyring shut is a session’s end that nobody wanted, and says why (E25, D33)', async () => {
    await vault().vault.signIn(right);
    const shut = [null, { ...cipher, decrypt: () => Promise.reject(new Error('temporarily unavailable')) }];
    for (const none of shut) {
      const { vault: open, reports, ended } = vault({ cipher: none });
      expect(await open.restore()).toBeNull();
      expect(ended).toHaveBeenCalledOnce();
      expect(reports).toEqual([expect.stringContaining('the keyring of this computer is not open')]);
    }
    expect(await vault().vault.restore()).not.toBeNull();
  });

  it('a file that the disk does not give is told of, and stays (E25)', async () => {
    mkdirSync(file);
    const { vault: open, reports, ended } = vault();
    expect(await open.restore()).toBeNull();
    expect(reports).toEqual([expect.stringContaining('The kept sign-in cannot be read now')]);
    expect(ended).toHaveBeenCalledOnce();
    expect(existsSync(file)).toBe(true);
  });

  it('an outdated key is replaced (E25)', async () => {
    const { vault: open } = vault();
    await open.signIn(right);
    const before = readFileSync(file);
    const rotating: Cipher = {
      encrypt: async (text) => Buffer.concat([Buffer.from('new'), await cipher.encrypt(text)]),
      decrypt: async (bytes) => ({ ...(await cipher.decrypt(bytes)), outdated: true }),
    };
    // The server cannot be reached, so no exchange rewrites the file.
    const offline = () => Promise.reject(new Error('offline'));
    await vault({ cipher: rotating, refresh: offline }).vault.restore();
    expect(readFileSync(file)).toEqual(Buffer.concat([Buffer.from('new'), before]));
  });

  it('a session of another server is not used', async () => {
    const { vault: open } = vault();
    await open.signIn(right);
    expect(await vault({ apiBase: 'https://other.example/api' }).vault.restore()).toBeNull();
  });
});

describe('the system’s cipher (E22–E24)', () => {
  const sync = (prefix: string, backend = 'gnome_libsecret') => ({
    isEncryptionAvailable: () => true,
    encryptString: (text: string) => Buffer.from(prefix + text),
    decryptString: (bytes: Buffer) => bytes.toString().slice(3),
    getSelectedStorageBackend: () => backend as 'gnome_libsecret',
  });
  const asynchronous = (prefix: string) => ({
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text: string) => Buffer.from(prefix + text),
    decryptStringAsync: async (bytes: Buffer) => ({
      result: bytes.toString().slice(3),
      shouldReEncrypt: false,
    }),
  });

  it.each([
    ['a keyring, older calls', sync('v11'), true],
    ['a keyring, newer calls', asynchronous('v11'), true],
    ['a known key, older calls', sync('v10'), false],
    ['a known key, newer calls', asynchronous('v10'), false],
    ['basic_text', sync('v11', 'basic_text'), false],
    ['nothing at all', {}, false],
    [
      'a keyring that fails',
      { ...asynchronous('v11'), isAsyncEncryptionAvailable: () => Promise.reject(new Error('x')) },
      false,
    ],
    ['not available', { ...sync('v11'), isEncryptionAvailable: () => false }, false],
  ])('on Linux with %s', async (_what, storage, protects) => {
    const opened = await openCipher(storage, 'linux');
    expect(opened !== null).toBe(protects);
    if (opened) expect((await opened.decrypt(await opened.encrypt('text'))).text).toBe('text');
  });

  it('is opened once, and again while there is none: a keyring that is shut may be open later', async () => {
    let shut = true;
    let asked = 0;
    const opened = onceOpen(async () => {
      asked += 1;
      return shut ? null : cipher;
    });
    expect(await Promise.all([opened(), opened()])).toEqual([null, null]);
    shut = false;
    expect(await Promise.all([opened(), opened(), opened()])).toEqual([cipher, cipher, cipher]);
    expect(await opened()).toBe(cipher);
    expect(asked).toBe(2);
  });
});
