import type { IpcReply, TillBridge } from '#shared/host/ipc.ts';
import { MOST_RINGING } from '#shared/host/ipc-names.ts';
import type { Platform, Update } from '#shared/host/platform.ts';
import { defaultPreferences, type Preferences } from '#shared/host/preferences.ts';
import { cachedCopy } from './cached-copy.ts';
import { cachedPrinting } from './cached-printing.ts';

/** The till as a host: its state is in the main process, reached over the bridge. */
export function tillPlatform(till: TillBridge): Platform {
  const preferences = cachedCopy<Preferences>(
    defaultPreferences,
    till.readPreferences(undefined),
    till.onPreferencesChanged,
  );
  const update = cachedCopy<Update>({ kind: 'unknown' }, till.readUpdate(undefined), till.onUpdateChanged);
  const printing = cachedPrinting(till);
  const silent = cachedCopy<IpcReply<'readSilent'>>(null, till.readSilent(undefined), (listener) =>
    till.onSilentChanged(({ silent: now }) => listener(now)),
  );
  const name = cachedCopy('Till', till.screenName(undefined), () => () => undefined);
  return {
    can: {
      changeApiBase: true,
      alertInBackground: true,
      showNotifications: till.showsNotifications,
      opensOnOutlet: true,
      arrangeWindow: true,
      updateItself: true,
      exportLogs: true,
      printSilently: true,
    },
    apiBase: () => till.apiBase,
    saveApiBase: (apiBase) => till.saveApiBase({ apiBase }),
    restoreSession: () => till.restoreSession(undefined),
    signIn: (credentials) => till.signIn(credentials),
    refreshSession: (staleAccessToken) => till.refreshSession({ staleAccessToken }),
    keepAccount: (account) => void till.keepAccount({ account }),
    signOut: () => till.signOut(undefined),
    signInKept: () => till.signInKept(undefined),
    // There is only one page; it learns of the session's end from its own calls.
    onSignedOut: () => () => undefined,
    setRinging: (orderIds, expiresInMs) =>
      void till.setRinging({
        orders: orderIds
          .slice(0, MOST_RINGING)
          .map((orderId) => ({ orderId, expiresInMs: expiresInMs?.get(orderId) ?? null })),
      }),
    // A program needs no permission; if the system shows no notifications, the settings say so.
    askToNotify: async () => 'allowed',
    announceOrder: (order) => void till.announceOrder(order),
    onAlerted: (listener) => till.onAlerted(({ orderIds }) => listener(orderIds)),
    onOrderChosen: (listener) => till.onOrderChosen(listener),
    rememberOutlet: (outlet) => void till.rememberOutlet({ outlet }),
    rememberedOutlet: () => till.rememberedOutlet(undefined),
    openExternal: (url) => void till.openExternal({ url }),
    onScreenChosen: (listener) => till.onScreenChosen(({ path }) => listener(path)),

    preferences: preferences.now,
    changePreferences: (change) => void till.changePreferences(change),
    onPreferencesChanged: preferences.onChanged,
    testRing: () => void till.testRing(undefined),
    soundFault: () => void till.soundFault(undefined),
    setWatch: (watch) => void till.setWatch({ watch }),
    dismissFault: () => void till.dismissFault(undefined),
    silentBecause: silent.now,
    onSilentChanged: silent.onChanged,
    screenName: name.now,

    about: () => till.about(undefined),
    licences: () => till.licences(undefined),
    exportLogs: () => till.exportLogs(undefined),
    update: update.now,
    onUpdateChanged: update.onChanged,
    checkForUpdate: () => void till.checkForUpdate(undefined),
    installUpdate: () => till.installUpdate(undefined),

    printing: printing.now,
    onPrintingChanged: printing.onChanged,
    savePrintSettings: (settings) => till.savePrintSettings({ settings }),
    systemPrinters: () => till.systemPrinters(undefined),
    printsOnce: () => till.printsOnce(undefined),
    print: (request) => till.print(request),
    printByItself: (due) => void till.printByItself(due),
    answerPrintJob: (jobId, answer) => void till.answerPrintJob({ jobId, answer }),
  };
}
