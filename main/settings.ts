import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import Store from 'electron-store';
import {
  defaultPreferences,
  sounds,
  themes,
  windowModes,
  zooms,
  type Preferences,
} from '#shared/preferences.ts';
import { readApiBase } from './api-address.ts';

/** What this computer remembers of its till; nothing secret. */
export type Settings = {
  apiBase: string | null;
  lastOutlet: string | null;
  bounds: { x: number; y: number; width: number; height: number } | null;
  preferences: Preferences;
};

/** Where electron-store answers any page with the folder of its files. */
export const STORE_CHANNEL = 'electron-store-get-data';

const DEFAULT_API_BASE = 'http://127.0.0.1:4000/api';

/** Opens the settings; a file that is not what it should be is set aside, and told of, never emptied silently. */
export function openSettings(folder: string, report: (message: string) => void): Store<Settings> {
  const file = path.join(folder, 'settings.json');
  const open = () =>
    new Store<Settings>({
      cwd: folder,
      name: 'settings',
      clearInvalidConfig: false,
      defaults: { apiBase: null, lastOutlet: null, bounds: null, preferences: defaultPreferences },
      schema: {
        apiBase: { type: ['string', 'null'] },
        lastOutlet: { type: ['string', 'null'] },
        bounds: {
          type: ['object', 'null'],
          properties: {
            x: { type: 'number' },
            y: { type: 'number' },
            width: { type: 'number' },
            height: { type: 'number' },
          },
          required: ['x', 'y', 'width', 'height'],
        },
        preferences: {
          type: 'object',
          properties: {
            sound: { enum: sounds },
            volumePercent: { type: 'integer', minimum: 0, maximum: 100 },
            raiseWindow: { type: 'boolean' },
            theme: { enum: themes },
            zoomPercent: { enum: zooms },
            windowMode: { enum: windowModes },
            startAtLogin: { type: 'boolean' },
          },
        },
      },
    });
  try {
    // The store checks the rest, but takes a list or a number for nothing and writes over it.
    if (existsSync(file) && !isObject(JSON.parse(readFileSync(file, 'utf8'))))
      throw new Error('Not settings');
    return open();
  } catch {
    setAside(file, report);
    return open();
  }
}

function setAside(file: string, report: (message: string) => void): void {
  const aside = `${file}.broken`;
  renameSync(file, aside);
  report(`The settings could not be read. They were set aside as ${path.basename(aside)}.`);
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The API's address: as it was saved, else as SERVERY_API_URL says, else this computer's own server (D4). */
export function apiBaseOf(
  settings: Pick<Store<Settings>, 'get'>,
  env: Readonly<Record<string, string | undefined>>,
  report: (message: string) => void,
): string {
  const given = env['SERVERY_API_URL'] || null;
  for (const candidate of [settings.get('apiBase'), given]) {
    if (candidate === null) continue;
    const address = readApiBase(candidate);
    if ('apiBase' in address) return address.apiBase;
    report(`The address ${candidate} is not used. ${address.wrong}`);
  }
  return DEFAULT_API_BASE;
}
