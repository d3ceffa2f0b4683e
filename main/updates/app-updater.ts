import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app, autoUpdater as system } from 'electron';
import electronUpdater, { type AppUpdater } from 'electron-updater';
import { readApiBase } from '../security/api-address.ts';
import { fetchedBySystem } from './fetched-by-system.ts';

export type TillUpdater = {
  updater: AppUpdater;
  /** The system's package manager replaces this till; the till only announces a newer version. */
  byPackage: boolean;
  /** How much of a new version has been downloaded, in bytes. */
  loadedBytes: () => number;
  /**
   * The folder of the copy that is checked and installed; on the disk of the installed program, so that there is
   * room.
   */
  privateFolder: string;
  /** Makes the updater install this file instead of the one that it downloaded. */
  installFrom: (file: string) => void;
  /** Resolves once nothing is left to wait for between the word to install and quitting. */
  readyToQuit: () => Promise<void>;
};

/**
 * The updater of this system, for the feed that the package names, or for another one.
 * @param feed SERVERY_UPDATE_URL, for trying a release out: https, or this computer
 */
export function appUpdater(feed: string | undefined): TillUpdater | null {
  const address = feed ? readApiBase(feed) : null;
  const url = address && 'apiBase' in address ? address.apiBase : null;
  if (!app.isPackaged && url === null) return null;
  const { autoUpdater } = electronUpdater;
  if (!app.isPackaged) {
    // A packaged till has this file beside its program.
    const config = path.join(app.getPath('userData'), 'app-update.yml');
    writeFileSync(config, 'updaterCacheDirName: servery-updater\n');
    autoUpdater.updateConfigPath = config;
    autoUpdater.forceDevUpdateConfig = true;
  }
  // Set last, because setting the file resets the feed.
  if (url !== null) autoUpdater.setFeedURL({ provider: 'generic', url });
  const appImage = process.env['APPIMAGE'];
  return {
    updater: autoUpdater,
    byPackage: isPackage(),
    loadedBytes: () => bytesIn(pendingFolder(autoUpdater)),
    privateFolder: appImage
      ? path.join(path.dirname(appImage), '.servery-update')
      : path.join(app.getPath('userData'), 'update'),
    installFrom: (file) =>
      Object.defineProperty(autoUpdater, 'installerPath', { configurable: true, get: () => file }),
    readyToQuit: async () => {
      if (process.platform === 'darwin') await fetchedBySystem(system);
    },
  };
}

/** Whether this till was installed as a system package; electron-builder records that in a file beside it. */
function isPackage(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return readFileSync(path.join(process.resourcesPath, 'package-type'), 'utf8').trim() !== '';
  } catch {
    return false;
  }
}

/** The updater's download folder, once it has begun. */
function pendingFolder(updater: AppUpdater): string | undefined {
  const { downloadedUpdateHelper } = updater as unknown as {
    downloadedUpdateHelper: { cacheDirForPendingUpdate: string } | null;
  };
  return downloadedUpdateHelper?.cacheDirForPendingUpdate;
}

function bytesIn(folder: string | undefined): number {
  if (folder === undefined) return 0;
  try {
    return readdirSync(folder).reduce((total, name) => total + statSync(path.join(folder, name)).size, 0);
  } catch {
    // A file was renamed meanwhile; the next check is half a second away.
    return 0;
  }
}
