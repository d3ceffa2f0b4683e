import type { MenuItemConstructorOptions } from 'electron';

/** What the keyboard and the menu bar can do besides the page: no developer tools, no links outside (hazards E29). */
export function menuOf(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'reload' },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
    ],
  };
  const app: MenuItemConstructorOptions = platform === 'darwin' ? { role: 'appMenu' } : { role: 'fileMenu' };
  return [app, { role: 'editMenu' }, view, { role: 'windowMenu' }];
}
