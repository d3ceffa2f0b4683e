import { readAccount } from '#shared/api/read-account.ts';
import type { SignInOutcome } from '#shared/host/platform.ts';
import { signedIn, signedOut, accountRead } from './session-slice.ts';
import type { AppDispatch, Services } from './store.ts';

/**
 * Takes up the session that an earlier run kept, and reads the account again: its status may have changed. Where the
 * host knows at once that there is none, nobody waits for it.
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

/** The session ends here at once; the server is told as far as it can be reached. */
export async function signOut(dispatch: AppDispatch, { platform, client }: Services): Promise<void> {
  client.accessToken = null;
  dispatch(signedOut());
  await platform.signOut();
}

/** What the server says of the account now; nothing changes where it cannot be asked. */
export async function readAccountAgain(
  dispatch: AppDispatch,
  { platform, client }: Pick<Services, 'platform' | 'client'>,
): Promise<void> {
  try {
    const { said } = await client.call('GET /sellers/profile', {});
    dispatch((_dispatch, getState) => {
      const { session } = getState();
      if (session.status !== 'signed-in') return;
      const account = readAccount({ ...session.account, ...said });
      platform.keepAccount(account);
      dispatch(accountRead(account));
    });
  } catch {
    // Offline, or signed out by the client already.
  }
}
