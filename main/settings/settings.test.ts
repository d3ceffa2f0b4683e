import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { preferences } from '#shared/host/computer.ts';
import { defaultPreferences } from '#shared/host/preferences.ts';
import { rememberedOutlet } from '#shared/host/session.ts';
import type * as settingsModule from './settings.ts';

let settings: typeof settingsModule;
beforeAll(async () => {
  // Outside Electron its package only names its program; named here, so that nothing is downloaded for that.
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? tmpdir());
  settings = await import('./settings.ts');
});

let folder: string;
let file: string;
let reports: string[];
const report = (message: string) => void reports.push(message);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-settings-'));
  file = path.join(folder, 'settings.json');
  reports = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('what the till remembers', () => {
  it('is there at the next start', () => {
    const bounds = { x: 1, y: 2, width: 900, height: 700 };
    const first = settings.openSettings(folder, report);
    expect(first.get('lastOutlet')).toBeNull();
    first.set('lastOutlet', 'outlet-1');
    first.set('bounds', bounds);
    first.save();
    const later = settings.openSettings(folder, report);
    expect(later.get('lastOutlet')).toBe('outlet-1');
    expect(later.get('bounds')).toEqual(bounds);
    expect(reports).toEqual([]);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it.each([
    ['is no JSON', '{"apiBase": "https://orders.exa'],
    ['is empty', ''],
    ['is another kind of thing', '[1]'],
    ['has an address that is none', '{"apiBase": 7}'],
    ['has half an outlet', '{"lastOutlet": {"outletId": "outlet-1"}}'],
    ['has a window without an end', '{"bounds": {"x": 1, "y": 2, "width": 900}}'],
    ['has a volume that is none', '{"preferences": {"volumePercent": 12.5}}'],
  ])('a file that %s is set aside as it was, and told of', (_what, contents) => {
    writeFileSync(file, contents);
    const opened = settings.openSettings(folder, report);
    expect(opened.get('apiBase')).toBeNull();
    expect(readFileSync(`${file}.broken`, 'utf8')).toBe(contents);
    expect(reports).toHaveLength(1);
    opened.set('lastOutlet', 'outlet-1');
    opened.save();
    expect(settings.openSettings(folder, report).get('lastOutlet')).toBe('outlet-1');
    expect(reports).toHaveLength(1);
  });

  it('an older version’s file is read: a bare outlet, fewer preferences, and what nobody knows any more', () => {
    const older = { lastOutlet: 'outlet-1', preferences: { volumePercent: 40 }, gone: true };
    writeFileSync(file, JSON.stringify(older));
    const opened = settings.openSettings(folder, report);
    expect(opened.get('lastOutlet')).toBe('outlet-1');
    expect(opened.get('preferences')).toMatchObject({ volumePercent: 40 });
    expect(reports).toEqual([]);
  });

  it('of a newer version’s file all is used that is known, and what is not is left as it is (E25)', () => {
    const newer = {
      apiBase: 'https://orders.example/api',
      lastOutlet: {
        outletId: 'outlet-1',
        outletName: 'The Old Ferry',
        trading: true,
        colour: 'red',
        chosen: [{ outletId: 'outlet-1', outletName: 'The Old Ferry', trading: true, colour: 'red' }],
      },
      preferences: { ...defaultPreferences, volumePercent: 40, language: 'cy' },
      tips: { shown: ['printing'] },
    };
    writeFileSync(file, JSON.stringify(newer));
    const opened = settings.openSettings(folder, report);
    expect(opened.get('apiBase')).toBe(newer.apiBase);
    // The page takes nothing that it does not know.
    expect(rememberedOutlet.parse(settings.lastOutletOf(opened))).toMatchObject({ outletId: 'outlet-1' });
    expect(preferences.parse(opened.get('preferences'))).toMatchObject({ volumePercent: 40 });
    opened.set('preferences', { ...opened.get('preferences'), volumePercent: 60 });
    opened.save();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      preferences: { volumePercent: 60, language: 'cy' },
      tips: newer.tips,
    });
    expect(reports).toEqual([]);
  });

  it('a value that this version does not know costs no other one, and is said once (E25)', () => {
    const contents = JSON.stringify({
      apiBase: 'https://orders.example/api',
      preferences: { ...defaultPreferences, theme: 'sepia', screenName: 'Bar' },
    });
    writeFileSync(file, contents);
    const opened = settings.openSettings(folder, report);
    expect(opened.get('apiBase')).toBe('https://orders.example/api');
    expect(opened.get('preferences')).toEqual({ ...defaultPreferences, screenName: 'Bar' });
    expect(reports).toEqual([expect.stringContaining('as they were at first: the colours.')]);
    expect(readFileSync(`${file}.broken`, 'utf8')).toBe(contents);
    settings.openSettings(folder, report);
    expect(reports).toHaveLength(1);
  });

  it('a file that is not there is no fault', () => {
    settings.openSettings(folder, report);
    expect(existsSync(`${file}.broken`)).toBe(false);
    expect(reports).toEqual([]);
  });
});

describe('writing the settings', () => {
  afterEach(() => vi.useRealTimers());

  it('a thousand changes are one write, which comes by itself, and what is no change is none', () => {
    vi.useFakeTimers();
    const opened = settings.openSettings(folder, report);
    const before = statSync(file).ino;
    for (let n = 0; n < 1000; n += 1) opened.set('lastOutlet', `outlet-${n}`);
    expect(opened.get('lastOutlet')).toBe('outlet-999');
    // Each write puts another file in its place.
    expect(statSync(file).ino).toBe(before);
    vi.advanceTimersByTime(300);
    const written = statSync(file).ino;
    expect(written).not.toBe(before);
    expect(settings.openSettings(folder, report).get('lastOutlet')).toBe('outlet-999');
    opened.set('lastOutlet', 'outlet-999');
    vi.advanceTimersByTime(300);
    opened.save();
    expect(statSync(file).ino).toBe(written);
  });

  it('where the folder cannot be written everything holds until the end, and that is said once', () => {
    const nowhere = path.join(folder, 'is-a-file');
    writeFileSync(nowhere, '');
    const opened = settings.openSettings(nowhere, report);
    expect(opened.get('apiBase')).toBeNull();
    opened.set('apiBase', 'https://orders.example/api');
    opened.save();
    opened.set('lastOutlet', 'outlet-1');
    opened.save();
    expect(opened.get('apiBase')).toBe('https://orders.example/api');
    expect(reports).toEqual([expect.stringContaining('cannot be saved on this computer')]);
  });

  it('a disk that is full later is said once, and nothing is lost when there is room again', () => {
    const opened = settings.openSettings(folder, report);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    opened.set('lastOutlet', 'outlet-1');
    opened.save();
    opened.set('apiBase', 'https://orders.example/api');
    opened.save();
    expect(reports).toHaveLength(1);
    rmSync(folder);
    opened.set('bounds', { x: 1, y: 2, width: 900, height: 700 });
    opened.save();
    expect(settings.openSettings(folder, report).get('lastOutlet')).toBe('outlet-1');
  });
});

describe('the API’s address (D4, E1)', () => {
  const saved = (apiBase: string | null) =>
    ({ get: (name: keyof settingsModule.Settings) => (name === 'apiBase' ? apiBase : null) }) as never;

  it.each([
    ['https://saved.example/api', 'https://env.example/api', 'https://saved.example/api', 0],
    [null, 'https://env.example/api/', 'https://env.example/api', 0],
    [null, undefined, 'http://127.0.0.1:4000/api', 0],
    [null, '', 'http://127.0.0.1:4000/api', 0],
    [null, 'http://env.example/api', 'http://127.0.0.1:4000/api', 1],
    ['rubbish', 'https://env.example/api', 'https://env.example/api', 1],
  ])('saved %s and SERVERY_API_URL %s give %s', (kept, given, expected, told) => {
    expect(settings.apiBaseOf(saved(kept), { SERVERY_API_URL: given }, report)).toBe(expected);
    expect(reports).toHaveLength(told);
  });
});
