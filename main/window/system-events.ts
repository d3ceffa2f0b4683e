import { app, autoUpdater, powerMonitor } from 'electron';
import { linkIn } from '../security/links.ts';
import { onSystemsWord, type askBeforeQuitting } from './quitting.ts';

type SystemEventsOptions = {
  /** A link into the till was opened, or the till was started again; empty without a link. */
  follow: (link: string) => void;
  bringForward: () => void;
  leave: ReturnType<typeof askBeforeQuitting>;
  windowsClosed: () => void;
  /** The last moment to write a file. */
  quits: () => void;
  log: (message: string) => void;
};

/** Listens to what the system and the person do to the app as a whole. */
export function listenToSystem(options: SystemEventsOptions): void {
  const { follow, bringForward, leave, windowsClosed, quits, log } = options;
  app.removeAllListeners('open-url');
  app.on('open-url', (_event, link) => follow(link));
  app.on('second-instance', (_event, argv) => follow(linkIn(argv) ?? ''));
  app.on('activate', bringForward);
  powerMonitor.on('shutdown', leave.withoutAsking);
  onSystemsWord(() => {
    leave.withoutAsking();
    app.quit();
  });
  app.on('will-quit', quits);
  // The new version is installed and starts: it needs the single-instance lock.
  autoUpdater.on('before-quit-for-update', () => {
    leave.withoutAsking();
    app.releaseSingleInstanceLock();
  });
  app.on('child-process-gone', (_event, { type, reason }) => log(`A ${type} process is gone: ${reason}`));
  app.on('window-all-closed', () => {
    windowsClosed();
    app.quit();
  });
}
