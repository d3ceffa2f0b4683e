import path from 'node:path';
import { app, shell } from 'electron';
import type { Handlers } from '#shared/host/ipc.ts';
import { licencesOf, type aboutOf } from './about.ts';
import type { Log } from '../files/log.ts';

/** @param built the folder of the three builds */
export function aboutCommands(about: ReturnType<typeof aboutOf>, built: string, log: Log) {
  return {
    about: () => about,
    licences: () => licencesOf(built, path.dirname(process.execPath)),
    exportLogs() {
      try {
        const file = log.exportTo(app.getPath('downloads'));
        shell.showItemInFolder(file);
        return { kind: 'exported', file };
      } catch {
        return { kind: 'failed', message: 'The log could not be written to the downloads of this computer.' };
      }
    },
  } satisfies Partial<Handlers>;
}
