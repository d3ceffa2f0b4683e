import { readAccount, readSignIn, readTokens } from '#shared/api/read-account.ts';
import type { Platform, RefreshOutcome, Session, SignInOutcome, Update } from '#shared/platform.ts';
import { readFailure } from '../renderer/api/failure.ts';
import { repeatingBell } from '../renderer/platform/bell.ts';
import { readKept } from '../renderer/platform/kept-json.ts';
import { listeners } from '../renderer/platform/listeners.ts';
import type { Heard } from '../renderer/ui/bell-sound.ts';
import { browserPreferences } from './browser-preferences.ts';
import { browserReceipts } from './browser-receipts.ts';

/** The keys the specification names (spec §3). */
const keys = { account: 'account', access: 'accessToken', refresh: 'refreshToken' } as const;
const LAST_OUTLET = 'lastOutlet';
const REFRESH_LOCK = 'servery-refresh';
/** Each load of a page is of what the server has. */
const newest: Update = { kind: 'newest' };

/** The browser as a host: the session in local storage, shared by its tabs, and alerts while a tab is open. */
export function browserPlatform(apiBase: string): Platform {
  const preferences = browserPreferences();
  const receipts = browserReceipts();
  const alerted = listeners<readonly string[]>();
  // Loaded with the signed-in screens (renderer/app/preload.ts): nothing rings before.
  const sound = async (heard: Heard) =>
    (await import('../renderer/ui/bell-sound.ts')).strikeBell(heard, preferences.now().volumePercent);
  const strike = () => sound(preferences.now().sound);
  const bell = repeatingBell((orderIds) => {
    void strike().then((sounded) => sounded && alerted.tell(orderIds));
  });
  const announced = new Set<string>();
  const chosen = listeners<{ orderId: string; outletId: string }>();

  return {
    can: {
      changeApiBase: false,
      alertInBackground: false,
      opensOnOutlet: false,
      arrangeWindow: false,
      updateItself: false,
      exportLogs: false,
      printSilently: false,
    },
    apiBase: () => apiBase,
    saveApiBase: async () => ({ kind: 'refused', message: 'The address is part of this site.' }),

    restoreSession: readSession,
    async signIn(credentials): Promise<SignInOutcome> {
      const reply = await post(`${apiBase}/sellers/sign-in`, credentials);
      if (reply === null) return { kind: 'unreachable' };
      if (!reply.ok) {
        const { message } = readFailure(reply.status, reply.body);
        return { kind: 'refused', status: reply.status, message };
      }
      return keepSession(reply.body);
    },
    refreshSession: (stale) =>
      // Tabs share the session: whoever waited for another's refresh finds its token already there (hazards A13).
      navigator.locks.request(REFRESH_LOCK, async (): Promise<RefreshOutcome> => {
        const kept = localStorage.getItem(keys.access);
        const refreshToken = localStorage.getItem(keys.refresh);
        if (kept !== null && kept !== stale) return { kind: 'refreshed', accessToken: kept };
        if (refreshToken === null) return { kind: 'signed-out' };
        const reply = await post(`${apiBase}/sellers/refresh-token`, { refreshToken });
        if (reply?.status === 400 || reply?.status === 401) {
          preferences.clearTheRest();
          return { kind: 'signed-out' };
        }
        // Another tab has signed out meanwhile: what came too late must not sign it in again.
        if (localStorage.getItem(keys.refresh) !== refreshToken) return { kind: 'signed-out' };
        const tokens = reply?.ok ? readTokens(reply.body) : null;
        if (tokens === null) return { kind: 'unreachable' };
        localStorage.setItem(keys.access, tokens.accessToken);
        if (tokens.refreshToken !== null) localStorage.setItem(keys.refresh, tokens.refreshToken);
        return { kind: 'refreshed', accessToken: tokens.accessToken };
      }),
    keepAccount(account) {
      // Another tab may have signed out since the account was asked for.
      if (localStorage.getItem(keys.access) !== null)
        localStorage.setItem(keys.account, JSON.stringify(account));
    },
    async signOut() {
      const refreshToken = localStorage.getItem(keys.refresh);
      preferences.clearTheRest();
      if (refreshToken !== null) await post(`${apiBase}/sellers/sign-out`, { refreshToken });
    },
    signInKept: async () => 'kept',
    onSignedOut(listener) {
      const changed = (event: StorageEvent) => {
        if (event.key === null || (event.key === keys.access && event.newValue === null)) listener();
      };
      addEventListener('storage', changed);
      return () => removeEventListener('storage', changed);
    },

    setRinging: bell.ring,
    announceOrder({ orderId, outletId, title, body }) {
      if (announced.has(orderId) || !('Notification' in globalThis) || Notification.permission !== 'granted')
        return;
      announced.add(orderId);
      const notification = new Notification(title, { body, tag: orderId });
      notification.addEventListener('show', () => alerted.tell([orderId]));
      notification.addEventListener('click', () => {
        focus();
        chosen.tell({ orderId, outletId });
      });
    },
    onAlerted: alerted.add,
    onOrderChosen: chosen.add,

    rememberOutlet(outletId) {
      if (outletId === null) localStorage.removeItem(LAST_OUTLET);
      else localStorage.setItem(LAST_OUTLET, outletId);
    },
    rememberedOutlet: async () => localStorage.getItem(LAST_OUTLET),
    openExternal: (url) => void open(url, '_blank', 'noopener'),
    // A link from outside opens a page of its own.
    onScreenChosen: () => () => undefined,

    preferences: preferences.now,
    changePreferences: preferences.change,
    onPreferencesChanged: preferences.onChanged,
    testRing: () => void strike(),
    soundFault: () => void sound('fault'),
    // A tab cannot keep the computer awake while nobody looks at it, and nobody installs it.
    setWatch: () => undefined,

    about: async () => ({ version: String(import.meta.env['VITE_VERSION']), system: navigator.userAgent }),
    licences: async () => (await fetch('/licences.txt')).text(),
    exportLogs: async () => ({ kind: 'failed', message: 'A browser keeps no log of this site.' }),
    update: () => newest,
    onUpdateChanged: () => () => undefined,
    checkForUpdate: () => undefined,
    installUpdate: async () => 'not-ready',

    printing: receipts.now,
    onPrintingChanged: receipts.onChanged,
    async savePrintSettings(settings) {
      receipts.change(settings.receipt);
      return { kind: 'saved' };
    },
    systemPrinters: async () => [],
    async print({ document }) {
      const { printInDialog } = await import('../renderer/print/print-in-dialog.tsx');
      printInDialog(document);
      return { kind: 'handed-to-browser' };
    },
    // A browser opens its dialog for a person, and for nobody else.
    printByItself: () => undefined,
    answerPrintJob: () => undefined,
  };
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

/** Null where the server cannot be reached. */
async function post(
  url: string,
  body: object,
): Promise<{ ok: boolean; status: number; body: unknown } | null> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    });
    return { ok: reply.ok, status: reply.status, body: await reply.json().catch(() => null) };
  } catch {
    return null;
  }
}
