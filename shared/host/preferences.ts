import type { LooseJson } from '../base/loose-json.ts';
import type { Preferences } from './computer.ts';

/** The sounds that a new order can have. */
export const sounds = ['bell', 'chime', 'alarm'] as const;
export type Sound = (typeof sounds)[number];

export const themes = ['system', 'light', 'dark', 'by-hour'] as const;
export type Theme = (typeof themes)[number];

/** What a theme shows at a time: `by-hour` is dark from six in the evening to six in the morning, by the clock here. */
export function themeAt(theme: Theme, time: Date): Exclude<Theme, 'by-hour'> {
  if (theme !== 'by-hour') return theme;
  return (time.getHours() + 6) % 24 < 12 ? 'dark' : 'light';
}

/** How the host's window stands; `kiosk` is a full screen that only the settings lead out of. */
export const windowModes = ['window', 'full-screen', 'kiosk'] as const;
export type WindowMode = (typeof windowModes)[number];

/** What zoom can be, in per cent. */
export const zooms = [75, 90, 100, 110, 125, 150, 175, 200] as const;
export type Zoom = (typeof zooms)[number];

export const defaultPreferences: Preferences = {
  sound: 'bell',
  volumePercent: 80,
  raiseWindow: false,
  theme: 'system',
  zoomPercent: 100,
  windowMode: 'window',
  startAtLogin: false,
  screenName: '',
};

const choices: Partial<Record<string, readonly unknown[]>> = {
  sound: sounds,
  theme: themes,
  windowMode: windowModes,
  zoomPercent: zooms,
} satisfies { [K in keyof Preferences]?: readonly Preferences[K][] };

/**
 * What was kept of them by this version or another; null for what is none. Each is read by itself: one that is not there,
 * or is nothing that this version knows, is as by default.
 */
export function readPreferences(value: unknown): Preferences | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const kept: LooseJson = { ...defaultPreferences, ...value };
  for (const [name, usual] of Object.entries(defaultPreferences)) {
    const one = kept[name] as number;
    const known = choices[name]?.includes(one) ?? typeof one === typeof usual;
    if (!known || (name === 'volumePercent' && (one < 0 || one > 100))) kept[name] = usual;
  }
  // Each has been looked at.
  return kept as Preferences;
}

/** The next zoom above (`1`) or below (`-1`) one, as far as there is one. */
export function nextZoom(zoom: Zoom, step: 1 | -1): Zoom {
  return zooms[zooms.indexOf(zoom) + step] ?? zoom;
}
