import { account as accountSchema, type Account } from '#shared/api/accounts.ts';
import type { RefreshOutcome, Session, SignInKept, SignInOutcome } from '#shared/platform.ts';
import { z } from 'zod';
import { readIfThere, removeFile, writeSecretFile } from './atomic-file.ts';
import type { Cipher } from './cipher.ts';

const keptSession = z.object({ apiBase: z.string(), refreshToken: z.string(), account: accountSchema });
type KeptSession = z.infer<typeof keptSession>;

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

/**
 * The till's session. Signing in, refreshing and signing out happen here, in the main process: the refresh token never
 * reaches a page, and is on the disk only encrypted by the system (hazards E24–E26).
 */
export function sessionVault({ file, cipher, apiBase, fetch, report }: SessionVaultOptions) {
  let session: { refreshToken: string; account: Account; accessToken: string | null } | null = null;
  let refreshing: Promise<RefreshOutcome> | null = null;

  async function keep(): Promise<void> {
    const opened = await cipher();
    if (!session || !opened) return;
    const { refreshToken, account } = session;
    const kept: KeptSession = { apiBase: apiBase(), refreshToken, account };
    await writeSecretFile(file, await opened.encrypt(JSON.stringify(kept)));
  }

  async function forget(): Promise<void> {
    session = null;
    await removeFile(file);
  }

  /** What an earlier run kept for this server. A file that cannot be read any more is removed; its owner signs in again. */
  async function readKept(): Promise<KeptSession | null> {
    const bytes = await readIfThere(file);
    const opened = bytes && (await cipher());
    if (!bytes || !opened) return null;
    try {
      const { text, outdated } = await opened.decrypt(bytes);
      const kept = keptSession.parse(JSON.parse(text));
      if (outdated) await writeSecretFile(file, await opened.encrypt(text));
      return kept.apiBase === apiBase() ? kept : null;
    } catch (error) {
      // A keyring that is locked just now may open later: the file stays.
      if (error instanceof Error && /temporar|unavailable/i.test(error.message)) return null;
      report('The kept sign-in could not be read and was removed.');
      await removeFile(file);
      return null;
    }
  }

  async function refreshNow(): Promise<RefreshOutcome> {
    if (!session) return { kind: 'signed-out' };
    const reply = await post('/sellers/refresh-token', { refreshToken: session.refreshToken });
    if (reply === null) return { kind: 'unreachable' };
    if (reply.status === 400 || reply.status === 401) {
      await forget();
      return { kind: 'signed-out' };
    }
    const tokens = tokensSchema.safeParse(reply.body);
    if (!reply.ok || !tokens.success) return { kind: 'unreachable' };
    const { accessToken, refreshToken = session.refreshToken } = tokens.data;
    session = { ...session, accessToken, refreshToken };
    await keep();
    return { kind: 'refreshed', accessToken };
  }

  /** Null where the server cannot be reached. */
  async function post(path: string, body: object) {
    try {
      const reply = await fetch(apiBase() + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
      });
      const json: unknown = await reply.json().catch(() => null);
      return { ok: reply.ok, status: reply.status, body: json };
    } catch {
      return null;
    }
  }

  const vault = {
    async restore(): Promise<Session | null> {
      const kept = session ?? (await readKept());
      if (!kept) return null;
      session ??= { ...kept, accessToken: null };
      if (session.accessToken === null && (await vault.refresh('')).kind === 'signed-out') return null;
      // Without the server the till starts signed in all the same; the first call refreshes.
      return session && { account: session.account, accessToken: session.accessToken ?? '' };
    },

    async signIn(credentials: { email: string; password: string }): Promise<SignInOutcome> {
      const reply = await post('/sellers/sign-in', credentials);
      if (reply === null) return { kind: 'unreachable' };
      const signedIn = signInSchema.safeParse(reply.body);
      if (!reply.ok || !signedIn.success) {
        const message = errorSchema.safeParse(reply.body).data?.error.message ?? null;
        return { kind: 'refused', status: reply.status, message };
      }
      const { accessToken, refreshToken, ...account } = signedIn.data.account;
      session = { account, accessToken, refreshToken };
      await keep();
      return { kind: 'signed-in', session: { account, accessToken } };
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
      await keep();
    },

    async signOut(): Promise<void> {
      const token = session?.refreshToken;
      await forget();
      if (token) await post('/sellers/sign-out', { refreshToken: token });
    },

    async kept(): Promise<SignInKept> {
      return (await cipher()) ? 'kept' : 'until-closed';
    },
  };
  return vault;
}

const tokensSchema = z.object({ accessToken: z.string(), refreshToken: z.string().optional() });
const signInSchema = z.object({
  account: accountSchema.extend({ accessToken: z.string(), refreshToken: z.string() }),
});
const errorSchema = z.object({ error: z.object({ message: z.string() }) });
