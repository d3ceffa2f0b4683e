import { record } from './api/loose-json.ts';

/** The sounds that a new order can have. */
export const sounds = ['bell', 'chime', 'alarm'] as const;
export type Sound = (typeof sounds)[number];

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** How the host's window stands; `kiosk` is a full screen that only the settings lead out of. */
export const windowModes = ['window', 'full-screen', 'kiosk'] as const;
export type WindowMode = (typeof windowModes)[number];

/** What zoom can be, in per cent. */
export const zooms = [75, 90, 100, 110, 125, 150, 175, 200] as const;
export type Zoom = (typeof zooms)[number];

/** How this computer sounds and looks, whoever is signed in. */
export type Preferences = {
  sound: Sound;
  /** 0 to 100; 0 is muted. */
  volumePercent: number;
  /** The window comes to the front for a new order. */
  raiseWindow: boolean;
  theme: Theme;
  zoomPercent: Zoom;
  windowMode: WindowMode;
  startAtLogin: boolean;
};

export const defaultPreferences: Preferences = {
  sound: 'bell',
  volumePercent: 80,
  raiseWindow: false,
  theme: 'system',
  zoomPercent: 100,
  windowMode: 'window',
  startAtLogin: false,
};

/** What was kept of them by this version or another; null for what is none. What it does not say is as by default. */
export function readPreferences(value: unknown): Preferences | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const kept = { ...defaultPreferences, ...record(value) };
  const { volumePercent: volume } = kept;
  const valid =
    sounds.includes(kept.sound) &&
    themes.includes(kept.theme) &&
    windowModes.includes(kept.windowMode) &&
    zooms.includes(kept.zoomPercent) &&
    Number.isInteger(volume) &&
    volume >= 0 &&
    volume <= 100 &&
    typeof kept.raiseWindow === 'boolean' &&
    typeof kept.startAtLogin === 'boolean';
  return valid ? kept : null;
}

/** The next zoom above (`1`) or below (`-1`) one, as far as there is one. */
export function nextZoom(zoom: Zoom, step: 1 | -1): Zoom {
  return zooms[zooms.indexOf(zoom) + step] ?? zoom;
}
