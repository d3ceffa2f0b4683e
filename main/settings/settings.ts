import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Store from 'electron-store';
import { z } from 'zod';
import type { RememberedOutlet } from '#shared/host/session.ts';
import { defaultPreferences, readPreferences } from '#shared/host/preferences.ts';
import type { Preferences } from '#shared/host/computer.ts';
import { readApiBase } from '../security/api-address.ts';

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
 * Opens the settings. A file that is not what it should be is set aside and reported, never emptied silently; where
 * nothing can be written the till starts all the same.
 */
export function openSettings(folder: string, report: (message: string) => void): StoredSettings {
  const store = openStore(folder, report);
  // The store reads its file at each question.
  const values: Settings = { ...defaults, ...store?.store };
  const changed = new Set<keyof Settings>();
  let timer: NodeJS.Timeout | undefined;
  let saves = true;

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
      store.set(Object.fromEntries([...changed].map((name) => [name, values[name]])));
      changed.clear();
      saves = true;
    } catch {
      tellOnce();
    }
  }

  if (!store) tellOnce();
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

const NOT_SAVED =
  'The settings cannot be saved on this computer: its disk is full, or the folder of the till cannot be written. They hold until the till is closed.';

const defaults: Settings = {
  apiBase: null,
  lastOutlet: null,
  bounds: null,
  preferences: defaultPreferences,
  mutedPercent: null,
};

/** Null where there is no reading or writing there. */
function openStore(folder: string, report: (message: string) => void): Store<Settings> | null {
  const file = path.join(folder, 'settings.json');
  try {
    if (existsSync(file)) storedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return storeIn(folder);
  } catch (error) {
    if (isOfTheDisk(error)) return null;
  }
  try {
    const aside = `${file}.broken`;
    renameSync(file, aside);
    report(`The settings could not be read. They were set aside as ${path.basename(aside)}.`);
    return storeIn(folder);
  } catch {
    return null;
  }
}

const isOfTheDisk = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

const storedOutlet = z.object({
  outletId: z.string(),
  outletName: z.string(),
  trading: z.boolean().nullable(),
});

/** The file as this version or an older one wrote it. The store's own JSON Schema would take half of the till's start. */
const storedSchema = z
  .object({
    apiBase: z.string().nullable(),
    lastOutlet: z
      .union([z.string(), storedOutlet.extend({ chosen: z.array(storedOutlet).optional() })])
      .nullable(),
    bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
    preferences: z.custom((value) => Number.isInteger(readPreferences(value)?.volumePercent)),
    mutedPercent: z.int().min(1).max(100).nullable(),
  })
  .partial();

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
