import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import electronUpdater, { type AppUpdater } from 'electron-updater';
import { readApiBase } from '../security/api-address.ts';

export type TillUpdater = {
  updater: AppUpdater;
  /** The system's package manager replaces this till; the till itself only says that there is a newer version. */
  byPackage: boolean;
  /** How much of a new version is on the disk, in bytes. */
  loadedBytes: () => number;
  /** Where the copy is made that is checked and installed: on the disk of what it replaces, so that it fits. */
  privateFolder: string;
  /** Has the updater install this file, in place of the one that it loaded. */
  installFrom: (file: string) => void;
};

/**
 * The updater of this system, on the feed that the package names, or another one.
 * @param feed SERVERY_UPDATE_URL, for trying a release out: https, or this computer
 */
export function appUpdater(feed: string | undefined): TillUpdater | null {
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
  };
}

/** Whether this till was installed as a package of the system, as electron-builder writes down beside it. */
function isPackage(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return readFileSync(path.join(process.resourcesPath, 'package-type'), 'utf8').trim() !== '';
  } catch {
    return false;
  }
}

/** Where the updater loads to, once it has begun. */
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
    // A file was renamed meanwhile; the next look is half a second away.
    return 0;
  }
}
