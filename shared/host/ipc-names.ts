import type { IpcCommand, IpcEvent } from './ipc.ts';

/** How many orders the till rings for at the most: what is beyond waits behind them, and is not one sound less. */
export const MOST_RINGING = 2_000;

/** The names of the contract without its schemas, for the preload; a test holds the two against each other. */
export const commandNames = [
  'restoreSession',
  'signIn',
  'refreshSession',
  'keepAccount',
  'signOut',
  'signInKept',
  'saveApiBase',
  'setRinging',
  'announceOrder',
  'rememberOutlet',
  'rememberedOutlet',
  'openExternal',
  'readPreferences',
  'changePreferences',
  'testRing',
  'soundFault',
  'sounded',
  'setWatch',
  'dismissFault',
  'alive',
  'tellSilent',
  'readSilent',
  'screenName',
  'about',
  'licences',
  'exportLogs',
  'readUpdate',
  'checkForUpdate',
  'installUpdate',
  'readPrinting',
  'savePrintSettings',
  'systemPrinters',
  'printsOnce',
  'print',
  'printByItself',
  'answerPrintJob',
] as const satisfies readonly IpcCommand[];

export const eventNames = [
  'ring',
  'alerted',
  'silentChanged',
  'orderChosen',
  'screenChosen',
  'preferencesChanged',
  'updateChanged',
  'printingChanged',
  'printJobChanged',
] as const satisfies readonly IpcEvent[];

/** The one IPC channel of a command or event. */
export const channelOf = (name: IpcCommand | IpcEvent): string => `till:${name}`;
