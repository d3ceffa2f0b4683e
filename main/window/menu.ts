import type { MenuItemConstructorOptions } from 'electron';
import { brand } from '#shared/base/brand.ts';

export type MenuChoices = {
  zoom: (step: 1 | -1 | 0) => void;
  toggleFullScreen: () => void;
  settings: () => void;
  about: () => void;
  /** Opens a mail to support. */
  writeToSupport: () => void;
};

/** The keyboard shortcuts and the menu bar: no developer tools, no external links. */
export function menuOf(
  platform: NodeJS.Platform,
  { zoom, toggleFullScreen, settings, about, writeToSupport }: MenuChoices,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'reload' },
      { label: 'Settings', accelerator: 'CmdOrCtrl+,', click: settings },
      { type: 'separator' },
      { label: 'Actual size', accelerator: 'CmdOrCtrl+0', click: () => zoom(0) },
      { label: 'Larger', accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
      { label: 'Larger', accelerator: 'CmdOrCtrl+=', visible: false, click: () => zoom(1) },
      { label: 'Smaller', accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
      { label: 'Full screen', accelerator: mac ? 'Ctrl+Cmd+F' : 'F11', click: toggleFullScreen },
    ],
  };
  const app: MenuItemConstructorOptions = mac ? { role: 'appMenu' } : { role: 'fileMenu' };
  const help: MenuItemConstructorOptions = {
    role: 'help',
    label: 'Help',
    submenu: [
      { label: `Write to ${brand.emails.support}`, click: writeToSupport },
      { label: `About ${brand.name}`, click: about },
    ],
  };
  return [app, { role: 'editMenu' }, view, { role: 'windowMenu' }, help];
}
