import { app, powerSaveBlocker, shell } from 'electron';
import type { computerPort } from '#shared/host/computer.ts';
import type { HandlersOf } from '#shared/host/port.ts';
import type { Log } from '../files/log.ts';
import { mayOpenOutside } from '../security/external-links.ts';
import { examineComputer } from './examine-computer.ts';
import type { StoredPreferences } from './preferences.ts';
import { usualScreenName } from './usual-screen-name.ts';

type ComputerHandlers = HandlersOf<typeof computerPort>;
type ComputerHandlersOptions = {
  preferences: StoredPreferences;
  log: Log;
  /** Goes over to another server. */
  moveTo: ComputerHandlers['saveApiBase'];
  /** Why this computer cannot sound. */
  unable: ComputerHandlers['silent'];
};

export function computerHandlers({ preferences, log, moveTo, unable }: ComputerHandlersOptions) {
  return {
    saveApiBase: moveTo,
    openExternal(url) {
      if (!mayOpenOutside(url)) throw new Error('Refused');
      void shell.openExternal(url);
    },
    preferences: preferences.now,
    changePreferences: preferences.change,
    unmute: () => preferences.setMuted(false),
    silent: unable,
    usualScreenName,
    examineComputer: () => examineComputer(app.getPath('userData'), powerSaveBlocker),
    exportLogs() {
      try {
        const file = log.exportTo(app.getPath('downloads'));
        shell.showItemInFolder(file);
        return { kind: 'exported', file };
      } catch {
        return { kind: 'failed', message: 'The log could not be written to the downloads of this computer.' };
      }
    },
  } satisfies ComputerHandlers;
}
