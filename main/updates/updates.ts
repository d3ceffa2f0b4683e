import { rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AppUpdater, UpdateDownloadedEvent, UpdateInfo } from 'electron-updater';
import { record } from '#shared/base/loose-json.ts';
import type { OutletWatch } from '#shared/host/alerts.ts';
import type { InstallUpdateOutcome, Update } from '#shared/host/updates.ts';
import type { TillUpdater } from './app-updater.ts';
import { privateCopy } from '../files/private-copy.ts';
import { isOurs, sha512Of } from './update-signature.ts';

const LOOK_EVERY_MS = 6 * 60 * 60 * 1000;
/** How long an answer is waited for: a connection that stays open without one would be waited for until the till is quit. */
const ANSWERED_WITHIN_MS = 2 * 60 * 1000;
const LOOK_AT_SIZE_EVERY_MS = 500;
/** How much larger than its feed says a version may be; a download in parts is slightly larger. */
const MOST_OF_ITS_SIZE = 1.1;
/** The largest version whose feed does not state its size, in bytes. */
const MOST_BYTES = 1e9;

export type UpdatesOptions = {
  /** Made when first needed; null if this till was not installed and so cannot be replaced. */
  updater: () => Promise<TillUpdater | null>;
  /** The key that verifies new versions; without one none is installed. */
  publicKey: string | null;
  watch: () => Pick<OutletWatch, 'openOrders' | 'trading'> | null;
  /** Whether closing the page now would lose work. */
  unsavedWork: () => Promise<boolean>;
  changed: (update: Update) => void;
  log: (message: string) => void;
};

/** A downloaded version, and its updater. */
type Loaded = { version: string; file: string; signatures: readonly unknown[]; by: TillUpdater };

/**
 * Newer versions of the till: checked for at its start and every six hours, downloaded in the background, verified
 * with the owner's signature, and installed when a person asks for it, nothing trades and no work is unsaved. What is
 * installed is a private copy that was verified once more.
 */
export function updates({ updater, publicKey, watch, unsavedWork, changed, log }: UpdatesOptions) {
  let now: Update = { kind: 'unknown' };
  let opened: Promise<TillUpdater | null> | undefined;
  let loaded: Loaded | null = null;
  let installing = false;
  /** Until the copy of an installation that did not begin is removed: the next one makes its copy at the same place. */
  let copyInUse = false;
  let timer: NodeJS.Timeout | undefined;
  let sizeTimer: NodeJS.Timeout | undefined;
  let answerTimer: NodeJS.Timeout | undefined;
  let cancelDownload: () => void = () => undefined;

  function become(update: Update): void {
    if (update.kind !== 'loading') clearInterval(sizeTimer);
    clearTimeout(answerTimer);
    now = update;
    changed(update);
  }

  function fail(message: string, why: unknown): void {
    log(`Update: ${message} ${String(why)}`);
    installing = false;
    become({ kind: 'failed', message });
  }

  async function open(): Promise<TillUpdater | null> {
    const made = await updater();
    if (!made) return null;
    // Left by an earlier installation, if any.
    await discard(made.privateFolder);
    const { updater: own, byPackage } = made;
    own.autoDownload = !byPackage;
    // Not at quitting: a till that is closed in mid-shift must be able to reopen at once. What the system of a Mac has
    // fetched it installs at the next start all the same.
    own.autoInstallOnAppQuit = false;
    own.allowDowngrade = false;
    own.logger = null;
    let version = '';
    own.on('update-not-available', () => become({ kind: 'newest' }));
    own.on('update-available', (info) => {
      ({ version } = info);
      if (byPackage) return become({ kind: 'out', version });
      become({ kind: 'loading', version, percent: 0 });
      watchSize(made, mostBytesOf(info));
    });
    own.on('download-progress', ({ percent }) =>
      become({ kind: 'loading', version, percent: Math.min(100, Math.floor(percent)) }),
    );
    own.on('update-downloaded', (info) => void check(made, info));
    own.on('error', (error) => fail(installing ? NOT_INSTALLED : NOT_HAD, error));
    return made;
  }

  /** An endless download would fill the disk; the updater itself checks the size only at the end. */
  function watchSize({ loadedBytes }: TillUpdater, mostBytes: number): void {
    clearInterval(sizeTimer);
    sizeTimer = setInterval(() => {
      if (loadedBytes() <= mostBytes) return;
      cancelDownload();
      fail('The new version is larger than its owner says. It is not installed.', mostBytes);
    }, LOOK_AT_SIZE_EVERY_MS);
  }

  async function check(
    by: TillUpdater,
    { version, downloadedFile, files }: UpdateDownloadedEvent,
  ): Promise<void> {
    // The updater passes on all fields that the feed has for a file.
    const signatures = files.map((file) => record(file)['signature']);
    loaded = { version, file: downloadedFile, signatures, by };
    const sha512 = await sha512Of(downloadedFile).catch(() => '');
    if (isOwners(loaded, sha512)) become({ kind: 'ready', version });
    else fail('A new version was offered that is not signed by its owner. It is not installed.', version);
  }

  const isOwners = ({ version, signatures }: Loaded, sha512: string) =>
    publicKey !== null && isOurs({ version, sha512, signatures }, publicKey);

  /** The path of a verified copy. Throws if none can be made, or if it is not the owner's. */
  async function checkedCopy(version: Loaded, folder: string): Promise<string> {
    const { file, sha512 } = await privateCopy(version.file, folder);
    if (!isOwners(version, sha512)) throw new Error('It is not what was checked');
    return file;
  }

  const notInstalled = () =>
    become({ kind: 'failed', message: 'Only an installed till looks for new versions.' });

  /** Resolves once the check has begun. */
  async function look(): Promise<void> {
    if (now.kind === 'checking' || now.kind === 'loading' || now.kind === 'ready') return;
    become({ kind: 'checking' });
    answerTimer = setTimeout(() => fail(NOT_HAD, 'There was no answer.'), ANSWERED_WITHIN_MS);
    try {
      const made = await (opened ??= open());
      if (!made) return notInstalled();
      // Most errors are also reported as an event.
      void lookWith(made.updater).catch((error: unknown) => {
        if (now.kind === 'checking') fail(NOT_HAD, error);
      });
    } catch (error) {
      fail(NOT_HAD, error);
    }
  }

  async function lookWith(own: AppUpdater): Promise<void> {
    const checked = await own.checkForUpdates();
    if (!checked) return notInstalled();
    cancelDownload = () => checked.cancellationToken?.cancel();
    await checked.downloadPromise;
  }

  async function whyNotNow(): Promise<InstallUpdateOutcome | null> {
    const watched = watch();
    if (watched && watched.openOrders > 0) return 'orders-open';
    if (watched?.trading) return 'trading';
    return (await unsavedWork()) ? 'unsaved-work' : null;
  }

  async function install(): Promise<InstallUpdateOutcome> {
    if (now.kind !== 'ready' || !loaded) return 'not-ready';
    if (installing || copyInUse) return 'installing';
    installing = true;
    copyInUse = true;
    const { updater: own, privateFolder, installFrom, readyToQuit } = loaded.by;
    try {
      const file = (await whyNotNow()) === null ? await checkedCopy(loaded, privateFolder) : null;
      if (file !== null) await readyToQuit();
      // Trading may have begun, or an order arrived, meanwhile. On macOS the system installs this version at the next start
      // even so: what it has fetched cannot be taken back.
      const why = await whyNotNow();
      if (why !== null || file === null) {
        installing = false;
        return why ?? 'not-ready';
      }
      installFrom(file);
      own.quitAndInstall(false, true);
      removeIfEmpty(privateFolder);
    } catch (error) {
      // An event may have said so already.
      if (installing) fail(NOT_INSTALLED, error);
    } finally {
      if (!installing) await discard(privateFolder);
      copyInUse = false;
    }
    // An event may have reported a failure meanwhile.
    return installing ? 'installing' : 'failed';
  }

  return {
    now: () => now,
    look,
    /** Checks now and at intervals, if there is an updater. */
    async lookNowAndThen(): Promise<void> {
      const made = await (opened ??= open()).catch(() => undefined);
      if (made === null) return;
      void look();
      timer = setInterval(() => void look(), LOOK_EVERY_MS);
    },
    stop() {
      clearInterval(timer);
      clearTimeout(answerTimer);
    },
    install,
  };
}

const NOT_HAD = 'The new version could not be had. The till goes on as it is.';
const NOT_INSTALLED = 'The new version could not be installed. The till goes on as it is.';

function mostBytesOf({ files }: UpdateInfo): number {
  const sizes = files.flatMap(({ size }) => (typeof size === 'number' ? [size] : []));
  return sizes.length > 0 ? Math.max(...sizes) * MOST_OF_ITS_SIZE : MOST_BYTES;
}

const discard = (folder: string) => rm(folder, { recursive: true, force: true }).catch(() => undefined);

/** An installer that still runs from there is removed at the next start. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is not empty.
  }
}
