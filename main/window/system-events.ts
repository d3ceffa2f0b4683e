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
  /** Ends what should not be cut off. The till stays for as long as that takes, without a window. */
  finish: () => Promise<void>;
  log: (message: string) => void;
};

/** Listens to what the system and the person do to the app as a whole. */
export function listenToSystem(options: SystemEventsOptions): void {
  const { follow, bringForward, leave, windowsClosed, quits, finish, log } = options;
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
  const mayEnd = endAfter(finish);
  // The new version is installed and starts: it needs the single-instance lock.
  autoUpdater.on('before-quit-for-update', () => {
    leave.withoutAsking();
    mayEnd();
    app.releaseSingleInstanceLock();
  });
  app.on('child-process-gone', (_event, { type, reason }) => log(`A ${type} process is gone: ${reason}`));
  app.on('window-all-closed', () => {
    windowsClosed();
    app.quit();
  });
}

/** Lets the app end only once that is finished; returns a function that lets it end at once. */
function endAfter(finish: () => Promise<void>): () => void {
  let ends = false;
  const end = () => {
    ends = true;
    app.quit();
  };
  app.on('will-quit', (event) => {
    if (ends) return;
    event.preventDefault();
    // While this event lasts the app counts as quitting, and another word to quit is lost.
    void finish().finally(() => setImmediate(end));
  });
  return () => void (ends = true);
}
