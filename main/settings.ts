import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import Store from 'electron-store';
import { readApiBase } from './api-address.ts';

/** What this computer remembers of its till; nothing secret. */
export type Settings = {
  apiBase: string | null;
  lastOutlet: string | null;
  bounds: { x: number; y: number; width: number; height: number } | null;
};

const DEFAULT_API_BASE = 'http://127.0.0.1:4000/api';

/** Opens the settings; a file that is not what it should be is set aside, and told of, never emptied silently. */
export function openSettings(folder: string, report: (message: string) => void): Store<Settings> {
  const file = path.join(folder, 'settings.json');
  if (existsSync(file) && !isJson(readFileSync(file, 'utf8'))) setAside(file, report);
  const open = () =>
    new Store<Settings>({
      cwd: folder,
      name: 'settings',
      clearInvalidConfig: false,
      defaults: { apiBase: null, lastOutlet: null, bounds: null },
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
      },
    });
  try {
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The API's address: as it was saved, else as SERVERY_API_URL says, else this computer's own server (D4). */
export function apiBaseOf(
  settings: Store<Settings>,
  env: Readonly<Record<string, string | undefined>>,
): string {
  for (const candidate of [settings.get('apiBase'), env['SERVERY_API_URL'], DEFAULT_API_BASE]) {
    const address = candidate ? readApiBase(candidate) : null;
    if (address && 'apiBase' in address) return address.apiBase;
  }
  return DEFAULT_API_BASE;
}
