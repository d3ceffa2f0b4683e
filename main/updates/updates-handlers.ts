import path from 'node:path';
import type { HandlersOf } from '#shared/host/port.ts';
import type { About, updatesPort } from '#shared/host/updates.ts';
import { licencesOf } from '../settings/about.ts';
import type { updates } from './updates.ts';

/** @param built the folder of the three builds */
export function updatesHandlers(
  { now, look, install }: ReturnType<typeof updates>,
  about: About,
  built: string,
) {
  return {
    about: () => about,
    licences: () => licencesOf(built, path.dirname(process.execPath)),
    update: now,
    checkForUpdate: look,
    installUpdate: install,
  } satisfies HandlersOf<typeof updatesPort>;
}
