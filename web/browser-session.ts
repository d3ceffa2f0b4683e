import type { Account } from '#shared/api/accounts.ts';
import { askForTokens } from '#shared/api/ask-for-tokens.ts';
import { ANSWER_WITHIN_MS, postSecret } from '#shared/api/post-secret.ts';
import { record } from '#shared/base/loose-json.ts';
import { readAccount, readSignIn } from '#shared/api/read-account.ts';
import type { ScreensOf } from '#shared/host/port.ts';
import type {
  RefreshOutcome,
  KnownOutlet,
  RememberedOutlet,
  Session,
  sessionPort,
  SignInOutcome,
} from '#shared/host/session.ts';
import { readFailure } from '../renderer/api/failure.ts';
import { writeStored, readStored } from '../renderer/platform/stored-json.ts';
import { stored } from '../renderer/platform/stored.ts';

/** The session's keys in local storage. */
const ACCOUNT = 'account';
const ACCESS = 'accessToken';
const REFRESH = 'refreshToken';
const LAST_OUTLET = 'lastOutlet';
/** Set just before a session is removed that the server has ended. */
const ENDED_BY_SERVER = 'sessionEndedByServer';
const REFRESH_LOCK = 'servery-refresh';
/** How long another tab's write may take to arrive. */
const WRITE_MS = 500;

/**
 * The session in local storage, shared by the tabs of a browser. Each tab has a copy of that storage, which gets
 * another tab's write a moment late: what is read here may be old, and a write may cross a sign-out.
 *
 * @param forget removes the session and all its data from local storage
 */
export function browserSession(apiBase: string, forget: () => void): ScreensOf<typeof sessionPort> {
  const post = (path: string, secret: object, withinMs = ANSWER_WITHIN_MS) =>
    postSecret(fetch, AbortSignal.timeout(withinMs), apiBase + path, secret);
  /** The account of this tab's session; null before the first one, and empty once another account took its place. */
  let own: string | null = null;
  /** Somebody has signed in as another account in another tab: this tab neither uses nor changes what is stored. */
  const isOfAnother = () => own !== null && (storedAccount()?.id ?? own) !== own;
  const ownStored = (key: string) => (isOfAnother() ? null : stored.get(key));
  const isSignedIn = () => ownStored(ACCESS) !== null;

  /** Requests new tokens, unless another tab has them already. */
  async function refresh(stale: string): Promise<RefreshOutcome> {
    const refreshToken = ownStored(REFRESH);
    const elsewhere = refreshedElsewhere(stale);
    if (elsewhere) return elsewhere;
    if (refreshToken === null) return { kind: 'signed-out' };
    const isCurrent = () => ownStored(REFRESH) === refreshToken;
    const tokens = await askForTokens(
      (withinMs) => post('/sellers/refresh-token', { refreshToken }, withinMs),
      isCurrent,
    );
    // Another tab has refreshed or signed out meanwhile: its tokens stay, whatever arrived here.
    if (!isCurrent()) return refreshedElsewhere(stale) ?? { kind: 'signed-out' };
    if (tokens === 'refused') {
      // Other tabs could not tell the following removal from a person's sign-out.
      stored.set(ENDED_BY_SERVER, 'true');
      forget();
      return { kind: 'signed-out' };
    }
    if (tokens === 'unanswered') return { kind: 'unreachable' };
    stored.set(ACCESS, tokens.accessToken);
    if (tokens.refreshToken !== null) stored.set(REFRESH, tokens.refreshToken);
    return { kind: 'refreshed', accessToken: tokens.accessToken };
  }

  /** The token with which another tab of this session has replaced `stale`, or null. */
  function refreshedElsewhere(stale: string): RefreshOutcome | null {
    const kept = ownStored(ACCESS);
    return kept === null || kept === stale ? null : { kind: 'refreshed', accessToken: kept };
  }

  return {
    restoreSession() {
      const session = readSession();
      own = session && session.account.id;
      return session;
    },
    async signIn(credentials): Promise<SignInOutcome> {
      const reply = await post('/sellers/sign-in', credentials);
      if (reply === null) return { kind: 'unreachable' };
      if (!reply.ok) {
        const { message } = readFailure(reply.status, reply.body);
        return { kind: 'refused', status: reply.status, message };
      }
      const outcome = keepSession(reply.body);
      if (outcome.kind === 'signed-in') own = outcome.session.account.id;
      return outcome;
    },
    // One tab at a time; a tab that waited for another's refresh finds the new token here.
    async refreshSession(stale) {
      const { locks } = navigator as { locks?: LockManager };
      // A page at a plain address of the network has none: what another tab has stored meanwhile counts all the same.
      if (!locks) return refresh(stale);
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
      // Signed out since the account was requested.
      if (isSignedIn()) writeStored(ACCOUNT, account);
    },
    async signOut() {
      const refreshToken = ownStored(REFRESH);
      if (!isOfAnother()) forget();
      if (refreshToken !== null) await post('/sellers/sign-out', { refreshToken });
    },
    signInKept: async () => 'kept',
    onSignedOut(listener) {
      let by: 'person' | 'server' = 'person';
      const changed = ({ key, newValue }: StorageEvent) => {
        if (own === '') return;
        // Whichever change is heard first: events are late, and the other's session may be whole by now.
        if (isOfAnother()) {
          own = '';
          return listener('server');
        }
        if (key === ENDED_BY_SERVER && newValue !== null) by = 'server';
        if (key !== null && (key !== ACCESS || newValue !== null)) return;
        // Written here before this tab learned of the sign-out.
        if (!isSignedIn()) for (const left of [ACCOUNT, LAST_OUTLET]) stored.remove(left);
        listener(by);
        by = 'person';
      };
      addEventListener('storage', changed);
      return () => removeEventListener('storage', changed);
    },
    rememberOutlet(outlet) {
      // Who signs out removes it with the session.
      if (!isSignedIn()) return;
      if (outlet === null) stored.remove(LAST_OUTLET);
      else writeStored(LAST_OUTLET, outlet);
    },
    rememberedOutlet: async () => readStored(LAST_OUTLET, readRemembered),
  };
}

/** Resolves when the token is no longer `stale`, or another tab's write would have arrived. */
function writtenElsewhere(stale: string): Promise<void> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(WRITE_MS);
    const look = () => stored.get(ACCESS) !== stale && resolve();
    signal.addEventListener('abort', () => resolve());
    addEventListener('storage', look, { signal });
    look();
  });
}

/** An unreadable session is no session; it is set aside for debugging. */
function readSession(): Session | null {
  const accessToken = stored.get(ACCESS);
  const account = storedAccount();
  return account && accessToken !== null ? { account, accessToken } : null;
}

function storedAccount(): Account | null {
  return readStored(ACCOUNT, (value) => {
    const read = readAccount(value);
    return read.id === '' ? null : read;
  });
}

function readRemembered(value: unknown): RememberedOutlet | null {
  const { chosen } = record(value);
  const open = readKnown(value);
  return (
    open && {
      ...open,
      ...(Array.isArray(chosen) && { chosen: chosen.flatMap((one) => readKnown(one) ?? []) }),
    }
  );
}

function readKnown(value: unknown): KnownOutlet | null {
  const { outletId, outletName, trading } = record(value);
  if (typeof outletId !== 'string' || typeof outletName !== 'string') return null;
  return { outletId, outletName, trading: typeof trading === 'boolean' ? trading : null };
}

function keepSession(body: unknown): SignInOutcome {
  const signedIn = readSignIn(body);
  if (signedIn === null) return { kind: 'refused', status: 200, message: null };
  const { account, accessToken, refreshToken } = signedIn;
  writeStored(ACCOUNT, account);
  stored.set(ACCESS, accessToken);
  if (refreshToken !== null) stored.set(REFRESH, refreshToken);
  return { kind: 'signed-in', session: { account, accessToken } };
}
