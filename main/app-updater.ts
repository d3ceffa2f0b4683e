import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import electronUpdater, { type AppUpdater } from 'electron-updater';
import { readApiBase } from './api-address.ts';

/**
 * The updater of this system, on the feed that the package names, or another one.
 * @param feed SERVERY_UPDATE_URL, for trying a release out: https, or this computer
 */
export function appUpdater(feed: string | undefined): AppUpdater | null {
  const address = feed ? readApiBase(feed) : null;
  const url = address && 'apiBase' in address ? address.apiBase : null;
  if (!app.isPackaged && url === null) return null;
  const { autoUpdater } = electronUpdater;
  if (!app.isPackaged) {
    // What a package has beside its program.
    const config = path.join(app.getPath('userData'), 'app-update.yml');
    writeFileSync(config, 'updaterCacheDirName: servery-updater\n');
    autoUpdater.updateConfigPath = config;
    autoUpdater.forceDevUpdateConfig = true;
  }
  // Last: naming the file forgets the feed.
  if (url !== null) autoUpdater.setFeedURL({ provider: 'generic', url });
  return autoUpdater;
}
