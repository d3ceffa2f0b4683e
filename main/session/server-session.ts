import path from 'node:path';
import { app, net, safeStorage } from 'electron';
import type { Handlers } from '#shared/host/ipc.ts';
import type { Session } from '#shared/host/platform.ts';
import { findApi } from '../security/api-address.ts';
import { openCipher, type Cipher } from './cipher.ts';
import { sessionVault } from './session-vault.ts';
import { apiBaseOf, type KeptSettings } from '../settings/settings.ts';

type ServerSessionOptions = {
  settings: KeptSettings;
  report: (message: string) => void;
  /** Called when it is known whether somebody is signed in whose screens watch an outlet. */
  signedIn: (sellsHere: boolean) => void;
  /** Called when the server ended the session. */
  ended: () => void;
  /** Called when the person signs out or chooses another server. */
  left: () => void;
  /** Called when the page must be reopened for another server. */
  moved: () => void;
};

/** The server that this till uses, and its session there. */
export function serverSession({ settings, report, signedIn, ended, left, moved }: ServerSessionOptions) {
  let address = apiBaseOf(settings, process.env, report);
  let cipher: Promise<Cipher | null> | undefined;
  const apiBase = () => address;
  const fetch = (url: string, init: RequestInit) => net.fetch(url, init);
  const vault = sessionVault({
    file: path.join(app.getPath('userData'), 'session'),
    cipher: () => (cipher ??= openCipher(safeStorage, process.platform)),
    apiBase,
    fetch,
    report,
    ended,
  });

  return {
    apiBase,
    fetch,
    vault,
    commands: {
      async restoreSession() {
        const restored = await vault.restore();
        signedIn(sellsHere(restored));
        return restored;
      },
      async signIn(credentials) {
        const outcome = await vault.signIn(credentials);
        if (outcome.kind === 'signed-in') signedIn(sellsHere(outcome.session));
        return outcome;
      },
      refreshSession: ({ staleAccessToken }) => vault.refresh(staleAccessToken),
      keepAccount: ({ account }) => vault.keepAccount(account),
      signOut() {
        left();
        // It belongs to that person, and another account may not have it.
        settings.set('lastOutlet', null);
        return vault.signOut();
      },
      signInKept: () => vault.kept(),
      async saveApiBase(given) {
        const read = await findApi(given.apiBase, fetch);
        if ('wrong' in read) return { kind: 'refused', message: read.wrong };
        settings.set('apiBase', read.apiBase);
        settings.save();
        left();
        // New requests go to the new server; the sign-out still goes to the old one.
        const signedOut = vault.signOut();
        address = read.apiBase;
        await signedOut;
        moved();
        return { kind: 'saved' };
      },
    } satisfies Partial<Handlers>,
  };
}

/** Whether the screens of this session watch an outlet; those of an admin and of a seller under review do not. */
const sellsHere = (session: Session | null) =>
  session !== null && !session.account.isAdmin && session.account.accountStatus.value === 'verified';
