import { WebContentsView } from 'electron';
import { channelOf } from '#shared/ipc-names.ts';
import type { IpcEventData } from '#shared/ipc.ts';
import { APP_ORIGIN } from './app-protocol.ts';
import type { PageOptions } from './page-options.ts';

/**
 * A page of its own that nobody sees and that does nothing but sound: the ring goes on whatever becomes of the page with
 * the orders.
 */
export function openBell(webPreferences: PageOptions) {
  // Kept, not only its contents: a view that nothing refers to takes them with it.
  const view = new WebContentsView({ webPreferences });
  const { webContents } = view;
  const load = () => webContents.loadURL(`${APP_ORIGIN}/bell.html`);
  let loaded = load();
  webContents.on('render-process-gone', () => {
    loaded = load();
  });
  return {
    sound(heard: IpcEventData<'ring'>): void {
      // Where it cannot be loaded, the next ring is five seconds away.
      void loaded.then(() => view.webContents.send(channelOf('ring'), heard)).catch(() => undefined);
    },
  };
}
