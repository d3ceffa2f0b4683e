import type { Platform, Printing } from '#shared/host/platform.ts';
import { defaultPreferences } from '#shared/host/preferences.ts';
import { noPrintSettings } from '#shared/print/printer.ts';

const nothing = () => undefined;
const noSubscription = () => nothing;

/** A till's host that has printers, says yes to everything and does nothing; `changes` are what a test looks at. */
export function fakePlatform(changes: Partial<Platform> = {}): Platform {
  const printing: Printing = { settings: noPrintSettings, printers: [], jobs: new Map() };
  const update = { kind: 'newest' } as const;
  return {
    can: {
      changeApiBase: true,
      alertInBackground: true,
      showNotifications: true,
      opensOnOutlet: true,
      arrangeWindow: true,
      updateItself: true,
      exportLogs: true,
      printSilently: true,
    },
    apiBase: () => '/api',
    saveApiBase: async () => ({ kind: 'saved' }),
    restoreSession: () => null,
    signIn: async () => ({ kind: 'unreachable' }),
    refreshSession: async () => ({ kind: 'unreachable' }),
    keepAccount: nothing,
    signOut: async () => undefined,
    signInKept: async () => 'kept',
    onSignedOut: noSubscription,
    setRinging: nothing,
    askToNotify: async () => 'allowed',
    announceOrder: nothing,
    onAlerted: noSubscription,
    onOrderChosen: noSubscription,
    rememberOutlet: nothing,
    rememberedOutlet: async () => null,
    openExternal: nothing,
    onScreenChosen: noSubscription,
    preferences: () => defaultPreferences,
    changePreferences: nothing,
    onPreferencesChanged: noSubscription,
    testRing: nothing,
    soundFault: nothing,
    setWatch: nothing,
    dismissFault: nothing,
    silentBecause: () => null,
    onSilentChanged: noSubscription,
    screenName: () => 'Till on BAR-PC',
    about: async () => ({ version: '0', system: 'a test' }),
    licences: async () => '',
    exportLogs: async () => ({ kind: 'failed', message: 'There is no log.' }),
    update: () => update,
    onUpdateChanged: noSubscription,
    checkForUpdate: nothing,
    installUpdate: async () => 'not-ready',
    printing: () => printing,
    onPrintingChanged: noSubscription,
    savePrintSettings: async () => ({ kind: 'saved' }),
    systemPrinters: async () => [],
    printsOnce: async () => true,
    print: async () => ({ kind: 'queued' }) as never,
    printByItself: nothing,
    answerPrintJob: nothing,
    ...changes,
  };
}
