import path from 'node:path';
import { app, net, safeStorage } from 'electron';
import type { AskAtComputer } from '../security/ask-at-computer.ts';
import { changeOfServer } from './change-of-server.ts';
import { onceOpen, openCipher } from './cipher.ts';
import { sessionVault } from './session-vault.ts';
import { apiBaseOf, type StoredSettings } from '../settings/settings.ts';

type ServerSessionOptions = {
  settings: StoredSettings;
  ask: AskAtComputer;
  /** The name of the outlet whose orders would no longer be heard; null if there is none. */
  missedBy: () => string | null;
  report: (message: string) => void;
  /** Called when the server ended the session. */
  ended: () => void;
  /** Called when the person chooses another server. */
  left: () => void;
  /** Called when the page must be reopened for another server. */
  moved: () => void;
};

/** The server that this till uses, and its session there. */
export function serverSession({ settings, ask, missedBy, report, ended, left, moved }: ServerSessionOptions) {
  let address = apiBaseOf(settings, process.env, report);
  const apiBase = () => address;
  const fetch = (url: string, init: RequestInit) => net.fetch(url, init);
  const vault = sessionVault({
    file: path.join(app.getPath('userData'), 'session'),
    cipher: onceOpen(() => openCipher(safeStorage, process.platform)),
    apiBase,
    fetch,
    report,
    ended,
  });

  async function change(to: string): Promise<void> {
    settings.set('apiBase', to);
    settings.save();
    left();
    // New requests go to the new server; the sign-out still goes to the old one.
    const signedOut = vault.signOut();
    address = to;
    await signedOut;
    moved();
  }

  return { apiBase, fetch, vault, moveTo: changeOfServer({ fetch, ask, missedBy, change }) };
}

export type ServerSession = ReturnType<typeof serverSession>;
