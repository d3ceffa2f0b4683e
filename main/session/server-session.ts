import path from 'node:path';
import { app, net, safeStorage } from 'electron';
import type { Handlers } from '#shared/host/ipc.ts';
import { findApi } from '../security/api-address.ts';
import { openCipher, type Cipher } from './cipher.ts';
import { sessionVault } from './session-vault.ts';
import { apiBaseOf, type StoredSettings } from '../settings/settings.ts';

type ServerSessionOptions = {
  settings: StoredSettings;
  report: (message: string) => void;
  /** Called when the server ended the session. */
  ended: () => void;
  /** Called when the person chooses another server. */
  left: () => void;
  /** Called when the page must be reopened for another server. */
  moved: () => void;
};

/** The server that this till uses, and its session there. */
export function serverSession({ settings, report, ended, left, moved }: ServerSessionOptions) {
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

  /** Changes to the server at an address that a person typed, if there is one. */
  const moveTo: Handlers['saveApiBase'] = async (typed) => {
    const read = await findApi(typed, fetch);
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
  };

  return { apiBase, fetch, vault, moveTo };
}

export type ServerSession = ReturnType<typeof serverSession>;
