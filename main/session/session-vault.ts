import { existsSync } from 'node:fs';
import type { Account } from '#shared/api/accounts.ts';
import { askForTokens } from '#shared/api/ask-for-tokens.ts';
import { record, text, textOrNull } from '#shared/base/loose-json.ts';
import { ANSWER_WITHIN_MS, postSecret } from '#shared/api/post-secret.ts';
import { readAccount, readSignIn } from '#shared/api/read-account.ts';
import type { RefreshOutcome, Session, SignInKept, SignInOutcome } from '#shared/host/session.ts';
import { readIfThere, removeFile, writeSecretFile } from '../files/atomic-file.ts';
import type { Cipher } from './cipher.ts';

export type SessionVaultOptions = {
  /** The encrypted session's file. */
  file: string;
  /** Null if the system protects nothing: the session then ends with the app. */
  cipher: () => Promise<Cipher | null>;
  apiBase: () => string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Reports an error, without secrets. */
  report: (message: string) => void;
  /** Called when the till is signed out and no person wanted that: the session is over, or cannot be read now. */
  ended: () => void;
};

/** The person signed in or out again, or chose another server, before the answer came. */
const OVERTAKEN = 'Something else was asked for meanwhile. Please sign in again.';

const KEYRING_SHUT = 'the keyring of this computer is not open';

/** How long a start waits for a server that does not answer, in ms; then the screen opens and says so. */
const START_WAITS_MS = 3_000;

function soon<T>(answer: Promise<T>): Promise<T | null> {
  return Promise.race([answer, new Promise<null>((resolve) => setTimeout(resolve, START_WAITS_MS, null))]);
}

type Held = { refreshToken: string | null; account: Account; accessToken: string | null };
type Kept = { refreshToken: string; account: Account; outdated: boolean };

/**
 * The till's session. Signing in, refreshing and signing out happen in the main process: the refresh token never
 * reaches a page, and is on the disk only encrypted by the system.
 */
export function sessionVault({ file, cipher, apiBase, fetch, report, ended }: SessionVaultOptions) {
  const postTo = (base: string, path: string, secret: object, withinMs = ANSWER_WITHIN_MS) =>
    postSecret(fetch, AbortSignal.timeout(withinMs), base + path, secret);
  const post = (path: string, secret: object) => postTo(apiBase(), path, secret);
  let session: Held | null = null;
  let refreshing: Promise<RefreshOutcome> | null = null;
  let disk: Promise<void> = Promise.resolve();
  let canKeep = true;
  /** Rises with each action of a person: an answer from before the last one belongs to a session that is over. */
  let turn = 0;

  /**
   * Writes the current session to the file. One write at a time, each with the state of its turn, so the last one
   * wins.
   */
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

  /**
   * The session that an earlier run stored for this server. A file that cannot be decrypted any more is removed; its
   * owner signs in again.
   */
  async function readKept(): Promise<Kept | null> {
    const bytes = await readIfThere(file).catch((error: Error) => error);
    if (bytes === null) return null;
    if (bytes instanceof Error) return unreadNow(bytes.message);
    const opened = await cipher();
    if (!opened) return unreadNow(KEYRING_SHUT);
    try {
      const { text: json, outdated } = await opened.decrypt(bytes);
      const kept = record(JSON.parse(json));
      const refreshToken = text(kept['refreshToken']);
      const account = readAccount(kept['account']);
      if (refreshToken === '' || account.id === '') throw new Error('Not a session');
      return kept['apiBase'] === apiBase() ? { refreshToken, account, outdated } : null;
    } catch (error) {
      // A keyring that is locked now may open later, so the file stays.
      if (error instanceof Error && /temporar|unavailable/i.test(error.message))
        return unreadNow(KEYRING_SHUT);
      report('The kept sign-in could not be read and was removed. Please sign in again.');
      ended();
      await removeFile(file).catch(() => undefined);
      return null;
    }
  }

  /** Whoever watched an outlet here hears nothing of it until somebody signs in: that is no smaller fault than a session's end. */
  function unreadNow(why: string): null {
    report(`The kept sign-in cannot be read now: ${why}. Sign in, or close the till and open it again.`);
    ended();
    return null;
  }

  async function refreshNow(): Promise<RefreshOutcome> {
    const [base, asked] = [apiBase(), session?.refreshToken];
    if (!asked) return { kind: 'signed-out' };
    const isCurrent = () => session?.refreshToken === asked;
    const tokens = await askForTokens(
      (withinMs) => postTo(base, '/sellers/refresh-token', { refreshToken: asked }, withinMs),
      isCurrent,
    );
    // Somebody signed out or in meanwhile: the answer belongs to a session that is over.
    if (!session || !isCurrent())
      return session?.accessToken
        ? { kind: 'refreshed', accessToken: session.accessToken }
        : { kind: 'signed-out' };
    if (tokens === 'refused') {
      const forgotten = forget();
      ended();
      await forgotten;
      return { kind: 'signed-out' };
    }
    if (tokens === 'unanswered') return { kind: 'unreachable' };
    const { accessToken, refreshToken } = tokens;
    session = { ...session, accessToken, refreshToken: refreshToken ?? asked };
    await settleFile();
    return { kind: 'refreshed', accessToken };
  }

  const vault = {
    async restore(): Promise<Session | null> {
      if (session === null) {
        const mine = turn;
        const kept = await readKept();
        if (!kept || (mine !== turn && session === null)) return null;
        const { refreshToken, account, outdated } = kept;
        session ??= { refreshToken, account, accessToken: null };
        if (outdated) await settleFile();
      }
      // Without the server the till starts signed in; the first call refreshes.
      if (session.accessToken === null && (await soon(vault.refresh('')))?.kind === 'signed-out') return null;
      return session && { account: session.account, accessToken: session.accessToken ?? '' };
    },

    async signIn(credentials: { email: string; password: string }): Promise<SignInOutcome> {
      const [base, mine] = [apiBase(), (turn += 1)];
      const reply = await post('/sellers/sign-in', credentials);
      if (reply === null) return { kind: 'unreachable' };
      const signedIn = reply.ok ? readSignIn(reply.body) : null;
      if (signedIn === null) {
        // The usual error body, or another server's own sentence.
        const { error } = record(reply.body);
        const message = textOrNull(typeof error === 'string' ? error : record(error)['message']);
        return { kind: 'refused', status: reply.status, message };
      }
      if (base !== apiBase() || mine !== turn) {
        const { refreshToken } = signedIn;
        if (refreshToken) await postTo(base, '/sellers/sign-out', { refreshToken });
        return { kind: 'refused', status: 409, message: OVERTAKEN };
      }
      session = signedIn;
      await settleFile();
      return {
        kind: 'signed-in',
        session: { account: signedIn.account, accessToken: signedIn.accessToken },
      };
    },

    /** Empty while there is no token; a refresh may bring one. */
    accessToken: (): string => session?.accessToken ?? '',

    /** Who is signed in; null for nobody, or until the kept session was read. */
    accountId: (): string | null => session?.account.id ?? null,

    /** One exchange at a time; a caller whose token was replaced already gets the new one. */
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
      turn += 1;
      const [base, token] = [apiBase(), session?.refreshToken];
      await forget();
      if (token) await postTo(base, '/sellers/sign-out', { refreshToken: token });
    },

    /** Whether an earlier run stored a session, as far as can be known before it is read. */
    isKept: () => existsSync(file),

    async kept(): Promise<SignInKept> {
      // The keyring may have been opened since the sign-in.
      if (session?.refreshToken && !existsSync(file)) await settleFile();
      return canKeep && (await cipher()) ? 'kept' : 'until-closed';
    },
  };
  return vault;
}
