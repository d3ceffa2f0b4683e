import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Store from 'electron-store';
import { record, type LooseJson } from '#shared/base/loose-json.ts';
import type { RememberedOutlet } from '#shared/host/session.ts';
import { defaultPreferences } from '#shared/host/preferences.ts';
import type { Preferences } from '#shared/host/computer.ts';
import { readApiBase } from '../security/api-address.ts';
import { readSettings } from './read-settings.ts';

/** What this computer remembers of its till; nothing secret. */
export type Settings = {
  apiBase: string | null;
  /** A bare id is what an older version kept. */
  lastOutlet: RememberedOutlet | string | null;
  bounds: { x: number; y: number; width: number; height: number } | null;
  preferences: Preferences;
  /** The volume that was muted in the tray, in per cent; null where it was not muted there. */
  mutedPercent: number | null;
};

/** Where electron-store answers any page with the folder of its files. */
export const STORE_CHANNEL = 'electron-store-get-data';

const DEFAULT_API_BASE = 'http://127.0.0.1:4000/api';

/** How long a change waits for the next one before it is written, in ms: a slider that is dragged is one change. */
const WRITE_AFTER_MS = 300;

export type StoredSettings = {
  get<K extends keyof Settings>(name: K): Settings[K];
  /** Holds at once; on the disk within 300 ms, where it is a change. */
  set<K extends keyof Settings>(name: K, value: Settings[K]): void;
  /** Writes what has changed, now. Where that fails it is reported, once, and everything holds until the till is closed. */
  save(): void;
};

/**
 * Opens the settings. What another version has besides is left alone. A value that is not what it should be is as it was
 * at first: that is reported, and the file copied. One that holds no settings is set aside; where nothing can be written
 * the till starts all the same.
 */
export function openSettings(folder: string, report: (message: string) => void): StoredSettings {
  const { store, stored, values, isMended } = openStore(folder, report);
  const changed = new Set<string>(isMended ? Object.keys(defaults) : []);
  let timer: NodeJS.Timeout | undefined;
  let saves = true;

  /** What another version has among the preferences stays there. */
  const toStore = (): Settings => ({
    ...values,
    preferences: { ...record(stored['preferences']), ...values.preferences },
  });

  function tellOnce(): void {
    if (saves) report(NOT_SAVED);
    saves = false;
  }

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    if (changed.size === 0) return;
    try {
      if (!store) throw new Error('No file');
      store.set(Object.fromEntries(Object.entries(toStore()).filter(([name]) => changed.has(name))));
      changed.clear();
      saves = true;
    } catch {
      tellOnce();
    }
  }

  if (!store) tellOnce();
  save();
  return {
    get: (name) => values[name],
    set(name, value) {
      if (isDeepStrictEqual(values[name], value)) return;
      values[name] = value;
      changed.add(name);
      timer ??= setTimeout(save, WRITE_AFTER_MS);
    },
    save,
  };
}

const FILE = 'settings.json';
const ASIDE = `${FILE}.broken`;
const NOT_SAVED =
  'The settings cannot be saved on this computer: its disk is full, or the folder of the till cannot be written. They hold until the till is closed.';

const defaults: Settings = {
  apiBase: null,
  lastOutlet: null,
  bounds: null,
  preferences: defaultPreferences,
  mutedPercent: null,
};

type Opened = {
  /** Null where there is no reading or writing there. */
  store: Store<Settings> | null;
  /** What was in the file, of whatever version. */
  stored: LooseJson;
  values: Settings;
  /** The file holds what is not used, and there is a copy of it. */
  isMended: boolean;
};

/** The file is read before the store, which writes what is missing there as it is opened. */
function openStore(folder: string, report: (message: string) => void): Opened {
  const file = path.join(folder, FILE);
  let read: Omit<Opened, 'store'> = { stored: {}, values: { ...defaults }, isMended: false };
  try {
    const stored = existsSync(file) ? objectOf(JSON.parse(readFileSync(file, 'utf8'))) : {};
    const { values, wrong } = readSettings(stored, defaults);
    read = { stored, values, isMended: wrong.length > 0 && tellWrong(folder, wrong, report) };
    return { ...read, store: storeIn(folder) };
  } catch (error) {
    if (isOfTheDisk(error)) return { ...read, store: null };
  }
  try {
    renameSync(file, path.join(folder, ASIDE));
    report(`The settings could not be read. They were set aside as ${ASIDE}.`);
    return { ...read, store: storeIn(folder) };
  } catch {
    return { ...read, store: null };
  }
}

/** Tells what is not used, and copies its file; returns whether that could be done, so that the file may be mended. */
function tellWrong(folder: string, wrong: string[], report: (message: string) => void): boolean {
  const told = `Some settings could not be read, and are as they were at first: ${wrong.join(', ')}.`;
  try {
    copyFileSync(path.join(folder, FILE), path.join(folder, ASIDE));
    report(`${told} A copy of ${FILE} is ${ASIDE}.`);
    return true;
  } catch {
    report(told);
    return false;
  }
}

function objectOf(json: unknown): LooseJson {
  if (record(json) !== json) throw new Error('No settings');
  return record(json);
}

const isOfTheDisk = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

const storeIn = (folder: string) =>
  new Store<Settings>({ cwd: folder, name: 'settings', clearInvalidConfig: false, defaults });

export function lastOutletOf(settings: Pick<StoredSettings, 'get'>): RememberedOutlet | null {
  const kept = settings.get('lastOutlet');
  return typeof kept === 'string' ? { outletId: kept, outletName: '', trading: null } : kept;
}

/** The API's address: as it was saved, else as SERVERY_API_URL says, else this computer's own server. */
export function apiBaseOf(
  settings: Pick<StoredSettings, 'get'>,
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
