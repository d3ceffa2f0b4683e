import { Menu, shell } from 'electron';
import { brand } from '#shared/base/brand.ts';
import { defaultPreferences, nextZoom } from '#shared/host/preferences.ts';
import { menuOf } from './menu.ts';
import type { StoredPreferences } from '../settings/preferences.ts';

/** Shows the menu bar, if the system has one, and handles its shortcuts. */
export function showMenu(preferences: StoredPreferences, openScreen: (path: string) => void): void {
  const choices = {
    zoom: (step: 1 | -1 | 0) =>
      preferences.change({
        zoomPercent:
          step === 0 ? defaultPreferences.zoomPercent : nextZoom(preferences.now().zoomPercent, step),
      }),
    toggleFullScreen: () =>
      preferences.change({
        windowMode: preferences.now().windowMode === 'window' ? 'full-screen' : 'window',
      }),
    settings: () => openScreen('/settings'),
    about: () => openScreen('/settings#about'),
    writeToSupport: () => void shell.openExternal(`mailto:${brand.emails.support}`),
  };
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuOf(process.platform, choices)));
}
