import type { Account } from '#shared/api/accounts.ts';
import { ANSWER_WITHIN_MS, postSecret } from '#shared/api/post-secret.ts';
import { readAccount, readSignIn, readTokens } from '#shared/api/read-account.ts';
import type { Platform, RefreshOutcome, Session, SignInOutcome } from '#shared/platform.ts';
import { readFailure } from '../renderer/api/failure.ts';
import { readKept } from '../renderer/platform/kept-json.ts';

/** The keys the specification names (spec §3). */
const keys = { account: 'account', access: 'accessToken', refresh: 'refreshToken' } as const;
const LAST_OUTLET = 'lastOutlet';
const REFRESH_LOCK = 'servery-refresh';
/** How long another tab's write may be on its way. */
const WRITE_MS = 500;

type BrowserSession = Pick<
  Platform,
  | 'restoreSession'
  | 'signIn'
  | 'refreshSession'
  | 'keepAccount'
  | 'signOut'
  | 'onSignedOut'
  | 'rememberOutlet'
  | 'rememberedOutlet'
>;

/**
 * The session in local storage, shared by the tabs of a browser. Each tab has a copy of that storage, which hears of
 * another's write a moment late: what is read here may be old, and what is written may cross a sign-out.
 *
 * @param forget empties local storage of the session and all that belongs to it
 */
export function browserSession(apiBase: string, forget: () => void): BrowserSession {
  const post = (path: string, secret: object) =>
    postSecret(fetch, AbortSignal.timeout(ANSWER_WITHIN_MS), apiBase + path, secret);
  const isSignedIn = () => localStorage.getItem(keys.access) !== null;

  /** Asks for new tokens, unless another tab has them already. */
  async function refresh(stale: string): Promise<RefreshOutcome> {
    const refreshToken = localStorage.getItem(keys.refresh);
    const elsewhere = refreshedElsewhere(stale);
    if (elsewhere) return elsewhere;
    if (refreshToken === null) return { kind: 'signed-out' };
    const reply = await post('/sellers/refresh-token', { refreshToken });
    // Another tab has refreshed or signed out meanwhile: what it kept stands, whatever came here.
    if (localStorage.getItem(keys.refresh) !== refreshToken)
      return refreshedElsewhere(stale) ?? { kind: 'signed-out' };
    if (reply?.status === 400 || reply?.status === 401) {
      forget();
      return { kind: 'signed-out' };
    }
    const tokens = reply?.ok ? readTokens(reply.body) : null;
    if (tokens === null) return { kind: 'unreachable' };
    localStorage.setItem(keys.access, tokens.accessToken);
    if (tokens.refreshToken !== null) localStorage.setItem(keys.refresh, tokens.refreshToken);
    return { kind: 'refreshed', accessToken: tokens.accessToken };
  }

  return {
    restoreSession: readSession,
    async signIn(credentials): Promise<SignInOutcome> {
      const reply = await post('/sellers/sign-in', credentials);
      if (reply === null) return { kind: 'unreachable' };
      if (!reply.ok) {
        const { message } = readFailure(reply.status, reply.body);
        return { kind: 'refused', status: reply.status, message };
      }
      return keepSession(reply.body);
    },
    // One tab at a time; whoever waited for another's refresh finds its token there (hazards A13).
    async refreshSession(stale) {
      const { locks } = navigator;
      const first = await locks.request(
        REFRESH_LOCK,
        { ifAvailable: true },
        (lock) => lock && refresh(stale),
      );
      return (
        first ??
        locks.request(REFRESH_LOCK, async () => {
          await writtenElsewhere(stale);
          return refresh(stale);
        })
      );
    },
    keepAccount(account: Account) {
      // Signed out since the account was asked for.
      if (isSignedIn()) localStorage.setItem(keys.account, JSON.stringify(account));
    },
    async signOut() {
      const refreshToken = localStorage.getItem(keys.refresh);
      forget();
      if (refreshToken !== null) await post('/sellers/sign-out', { refreshToken });
    },
    onSignedOut(listener) {
      const changed = ({ key, newValue }: StorageEvent) => {
        if (key !== null && (key !== keys.access || newValue !== null)) return;
        // Written here before this tab heard of it.
        if (!isSignedIn()) for (const left of [keys.account, LAST_OUTLET]) localStorage.removeItem(left);
        listener();
      };
      addEventListener('storage', changed);
      return () => removeEventListener('storage', changed);
    },
    rememberOutlet(outletId) {
      if (outletId === null) localStorage.removeItem(LAST_OUTLET);
      else if (isSignedIn()) localStorage.setItem(LAST_OUTLET, outletId);
    },
    rememberedOutlet: async () => localStorage.getItem(LAST_OUTLET),
  };
}

/** The token that another tab has put in place of `stale`, or null. */
function refreshedElsewhere(stale: string): RefreshOutcome | null {
  const kept = localStorage.getItem(keys.access);
  return kept === null || kept === stale ? null : { kind: 'refreshed', accessToken: kept };
}

/** Until the token is another than `stale`, or the write would have come. */
function writtenElsewhere(stale: string): Promise<void> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(WRITE_MS);
    const look = () => localStorage.getItem(keys.access) !== stale && resolve();
    signal.addEventListener('abort', () => resolve());
    addEventListener('storage', look, { signal });
    look();
  });
}

/** A session that cannot be read is no session; what is there is set aside for whoever looks into it. */
function readSession(): Session | null {
  const accessToken = localStorage.getItem(keys.access);
  const account = readKept(keys.account, (value) => {
    const read = readAccount(value);
    return read.id === '' ? null : read;
  });
  return account && accessToken !== null ? { account, accessToken } : null;
}

function keepSession(body: unknown): SignInOutcome {
  const signedIn = readSignIn(body);
  if (signedIn === null) return { kind: 'refused', status: 200, message: null };
  const { account, accessToken, refreshToken } = signedIn;
  localStorage.setItem(keys.account, JSON.stringify(account));
  localStorage.setItem(keys.access, accessToken);
  if (refreshToken !== null) localStorage.setItem(keys.refresh, refreshToken);
  return { kind: 'signed-in', session: { account, accessToken } };
}
