import { readAccount } from '#shared/api/read-account.ts';
import type { SignInOutcome } from '#shared/host/session.ts';
import { signedIn, signedOut, accountRead } from './session-slice.ts';
import type { AppDispatch, RootState, Services } from './store.ts';

/**
 * Restores the session of an earlier run, and reads the account again: its status may have changed. If the host knows
 * at once that there is none, nothing is awaited.
 */
export async function restoreSession(dispatch: AppDispatch, { platform, client }: Services): Promise<void> {
  const kept = platform.restoreSession();
  const session = kept instanceof Promise ? await kept : kept;
  if (!session) {
    dispatch(signedOut());
    return;
  }
  client.accessToken = session.accessToken;
  dispatch(signedIn({ account: session.account, kept: await platform.signInKept() }));
  await readAccountAgain(dispatch, { platform, client });
}

export async function signIn(
  dispatch: AppDispatch,
  { platform, client }: Services,
  credentials: { email: string; password: string },
): Promise<SignInOutcome> {
  const outcome = await platform.signIn(credentials);
  if (outcome.kind === 'signed-in') {
    client.accessToken = outcome.session.accessToken;
    dispatch(signedIn({ account: outcome.session.account, kept: await platform.signInKept() }));
  }
  return outcome;
}

/** Ends the session here at once; the server is notified if it can be reached. */
export async function signOut(dispatch: AppDispatch, { platform, client }: Services): Promise<void> {
  client.accessToken = null;
  dispatch(signedOut());
  await platform.signOut();
}

/** Reads the account from the server; nothing changes if it cannot be reached. */
export async function readAccountAgain(
  dispatch: AppDispatch,
  { platform, client }: Pick<Services, 'platform' | 'client'>,
): Promise<void> {
  const accountId = dispatch((_dispatch, getState) => accountIdOf(getState()));
  try {
    const { said } = await client.call('GET /sellers/profile', {});
    dispatch((_dispatch, getState) => {
      const { session } = getState();
      // Somebody else may have signed in since.
      if (session.status !== 'signed-in' || session.account.id !== accountId) return;
      const account = readAccount({ ...session.account, ...said });
      platform.keepAccount(account);
      dispatch(accountRead(account));
    });
  } catch {
    // Offline, or the client has signed out already.
  }
}

const accountIdOf = ({ session }: RootState) => (session.status === 'signed-in' ? session.account.id : null);
