import type { AppUpdater, UpdateDownloadedEvent } from 'electron-updater';
import { record } from '#shared/api/loose-json.ts';
import type { InstallUpdateOutcome, Update } from '#shared/platform.ts';
import { isOurs } from './update-signature.ts';

const LOOK_EVERY_MS = 6 * 60 * 60 * 1000;

export type UpdatesOptions = {
  /** Asked for when it is first needed; null where this till was not installed and so cannot be replaced. */
  updater: () => AppUpdater | null;
  /** The key that new versions are signed with; without one none is installed. */
  publicKey: string | null;
  openOrders: () => number;
  changed: (update: Update) => void;
  log: (message: string) => void;
  /** About to be replaced by the new version, which needs what only one till at a time may have. */
  leaving: () => void;
};

/**
 * Newer versions of the till: looked for at its start and every six hours, loaded in the background, checked against the
 * owner's signature (hazards E28), and installed when a person says so and no order is open.
 */
export function updates({ updater, publicKey, openOrders, changed, log, leaving }: UpdatesOptions) {
  let now: Update = { kind: 'unknown' };
  let opened: AppUpdater | null | undefined;
  let timer: NodeJS.Timeout | undefined;

  function become(update: Update): void {
    now = update;
    changed(update);
  }

  function fail(message: string, why: unknown): void {
    log(`Update: ${message} ${String(why)}`);
    become({ kind: 'failed', message });
  }

  function open(): AppUpdater | null {
    const made = updater();
    if (!made) return null;
    made.autoDownload = true;
    // Not at quitting: a till that is closed in the middle of a shift must be back at once.
    made.autoInstallOnAppQuit = false;
    made.allowDowngrade = false;
    made.logger = null;
    let version = '';
    made.on('checking-for-update', () => become({ kind: 'checking' }));
    made.on('update-not-available', () => become({ kind: 'newest' }));
    made.on('update-available', (info) => {
      ({ version } = info);
      become({ kind: 'loading', version, percent: 0 });
    });
    made.on('download-progress', ({ percent }) =>
      become({ kind: 'loading', version, percent: Math.min(100, Math.floor(percent)) }),
    );
    made.on('update-downloaded', (info) => void check(info));
    made.on('error', (error) => fail('The new version could not be had. The till goes on as it is.', error));
    return made;
  }

  async function check({ version, downloadedFile, files }: UpdateDownloadedEvent): Promise<void> {
    // The updater hands on whatever the feed says of a file.
    const signatures = files.map((file) => record(file)['signature']);
    const ours =
      publicKey !== null && (await isOurs({ version, file: downloadedFile, signatures }, publicKey));
    if (ours) become({ kind: 'ready', version });
    else fail('A new version was offered that is not signed by its owner. It is not installed.', version);
  }

  const notInstalled = () =>
    become({ kind: 'failed', message: 'Only an installed till looks for new versions.' });

  const look = () => {
    if (now.kind === 'checking' || now.kind === 'loading' || now.kind === 'ready') return;
    opened ??= open();
    if (!opened) return notInstalled();
    // What goes wrong is told as an event, too; one that cannot be replaced where it is, is told by nothing at all.
    void opened.checkForUpdates().then(
      (checked) => checked ?? notInstalled(),
      () => undefined,
    );
  };

  return {
    now: () => now,
    look,
    /** Looks now and from time to time, where there is anything to look at. */
    lookNowAndThen(): void {
      opened ??= open();
      if (!opened) return;
      look();
      timer = setInterval(look, LOOK_EVERY_MS);
    },
    stop: () => clearInterval(timer),
    install(): InstallUpdateOutcome {
      if (now.kind !== 'ready') return 'not-ready';
      if (openOrders() > 0) return 'orders-open';
      leaving();
      opened?.quitAndInstall(false, true);
      return 'installing';
    },
  };
}
