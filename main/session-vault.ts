import type { Account } from '#shared/api/accounts.ts';
import { record, text, textOrNull } from '#shared/api/loose-json.ts';
import { ANSWER_WITHIN_MS, postSecret } from '#shared/api/post-secret.ts';
import { readAccount, readSignIn, readTokens } from '#shared/api/read-account.ts';
import type { RefreshOutcome, Session, SignInKept, SignInOutcome } from '#shared/platform.ts';
import { readIfThere, removeFile, writeSecretFile } from './atomic-file.ts';
import type { Cipher } from './cipher.ts';

export type SessionVaultOptions = {
  /** Where the encrypted session is kept. */
  file: string;
  /** Null where the system protects nothing: the session then ends with the app. */
  cipher: () => Promise<Cipher | null>;
  apiBase: () => string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Tells what went wrong, without secrets. */
  report: (message: string) => void;
};

type Held = { refreshToken: string | null; account: Account; accessToken: string | null };
type Kept = { refreshToken: string; account: Account; outdated: boolean };

/**
 * The till's session. Signing in, refreshing and signing out happen here, in the main process: the refresh token never
 * reaches a page, and is on the disk only encrypted by the system (hazards E24–E26).
 */
export function sessionVault({ file, cipher, apiBase, fetch, report }: SessionVaultOptions) {
  const post = (path: string, secret: object) =>
    postSecret(fetch, AbortSignal.timeout(ANSWER_WITHIN_MS), apiBase() + path, secret);
  let session: Held | null = null;
  let refreshing: Promise<RefreshOutcome> | null = null;
  let disk: Promise<void> = Promise.resolve();
  let canKeep = true;

  /** Makes the file say what the session is. One write at a time, each of the state of its turn: the last word stands. */
  function settleFile(): Promise<void> {
    disk = disk.then(writeOrRemove);
    return disk;
  }

  async function writeOrRemove(): Promise<void> {
    try {
      const opened = session?.refreshToken ? await cipher() : null;
      if (!session?.refreshToken || !opened) return await removeFile(file);
      const { refreshToken, account } = session;
      const kept = JSON.stringify({ apiBase: apiBase(), refreshToken, account });
      await writeSecretFile(file, await opened.encrypt(kept));
      canKeep = true;
    } catch {
      if (canKeep) report('The sign-in could not be kept on this computer. It ends when the till is closed.');
      canKeep = false;
    }
  }

  async function forget(): Promise<void> {
    session = null;
    await settleFile();
  }

  /** What an earlier run kept for this server. A file that cannot be read any more is removed; its owner signs in again. */
  async function readKept(): Promise<Kept | null> {
    const bytes = await readIfThere(file).catch(() => null);
    const opened = bytes && (await cipher());
    if (!bytes || !opened) return null;
    try {
      const { text: json, outdated } = await opened.decrypt(bytes);
      const kept = record(JSON.parse(json));
      const refreshToken = text(kept['refreshToken']);
      const account = readAccount(kept['account']);
      if (refreshToken === '' || account.id === '') throw new Error('Not a session');
      return kept['apiBase'] === apiBase() ? { refreshToken, account, outdated } : null;
    } catch (error) {
      // A keyring that is locked just now may open later: the file stays.
      if (error instanceof Error && /temporar|unavailable/i.test(error.message)) return null;
      report('The kept sign-in could not be read and was removed. Please sign in again.');
      await removeFile(file).catch(() => undefined);
      return null;
    }
  }

  async function refreshNow(): Promise<RefreshOutcome> {
    const asked = session?.refreshToken;
    if (!asked) return { kind: 'signed-out' };
    const reply = await post('/sellers/refresh-token', { refreshToken: asked });
    // Somebody signed out meanwhile, or in again: the answer is about a session that is over.
    if (session?.refreshToken !== asked)
      return session?.accessToken
        ? { kind: 'refreshed', accessToken: session.accessToken }
        : { kind: 'signed-out' };
    if (reply?.status === 400 || reply?.status === 401) {
      await forget();
      return { kind: 'signed-out' };
    }
    const tokens = reply?.ok ? readTokens(reply.body) : null;
    if (tokens === null) return { kind: 'unreachable' };
    const { accessToken, refreshToken } = tokens;
    session = { ...session, accessToken, refreshToken: refreshToken ?? asked };
    await settleFile();
    return { kind: 'refreshed', accessToken };
  }

  const vault = {
    async restore(): Promise<Session | null> {
      if (session === null) {
        const kept = await readKept();
        if (!kept) return null;
        const { refreshToken, account, outdated } = kept;
        session ??= { refreshToken, account, accessToken: null };
        if (outdated) await settleFile();
      }
      if (session.accessToken === null && (await vault.refresh('')).kind === 'signed-out') return null;
      // Without the server the till starts signed in all the same; the first call refreshes.
      return session && { account: session.account, accessToken: session.accessToken ?? '' };
    },

    async signIn(credentials: { email: string; password: string }): Promise<SignInOutcome> {
      const reply = await post('/sellers/sign-in', credentials);
      if (reply === null) return { kind: 'unreachable' };
      const signedIn = reply.ok ? readSignIn(reply.body) : null;
      if (signedIn === null) {
        // D6's envelope, or another server's sentence in its place (D2).
        const { error } = record(reply.body);
        const message = textOrNull(typeof error === 'string' ? error : record(error)['message']);
        return { kind: 'refused', status: reply.status, message };
      }
      session = signedIn;
      await settleFile();
      return {
        kind: 'signed-in',
        session: { account: signedIn.account, accessToken: signedIn.accessToken },
      };
    },

    /** One exchange at a time; whoever asks with a token that has been replaced already gets the new one. */
    refresh(stale: string): Promise<RefreshOutcome> {
      const current = session?.accessToken;
      if (current && current !== stale) return Promise.resolve({ kind: 'refreshed', accessToken: current });
      refreshing ??= refreshNow().finally(() => (refreshing = null));
      return refreshing;
    },

    async keepAccount(account: Account): Promise<void> {
      if (!session) return;
      session = { ...session, account };
      await settleFile();
    },

    async signOut(): Promise<void> {
      const token = session?.refreshToken;
      await forget();
      if (token) await post('/sellers/sign-out', { refreshToken: token });
    },

    async kept(): Promise<SignInKept> {
      return canKeep && (await cipher()) ? 'kept' : 'until-closed';
    },
  };
  return vault;
}
