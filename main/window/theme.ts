import { nativeTheme } from 'electron';
import { themeAt, type Theme } from '#shared/host/preferences.ts';

const LOOK_EVERY_MS = 60_000;

/** Applies the theme outside the page too, to frames and menus, now and as the hours pass. */
export function keepTheme(theme: () => Theme): void {
  const show = () => (nativeTheme.themeSource = themeAt(theme(), new Date()));
  show();
  setInterval(show, LOOK_EVERY_MS);
}
