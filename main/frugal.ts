import type { App } from 'electron';

/**
 * Leaves out what Chromium and GTK would load for a till that never uses it; on Linux it is a sixth of the till's memory.
 * To be called before the app is ready.
 */
export function loadOnlyWhatIsUsed(
  app: Pick<App, 'commandLine' | 'whenReady'>,
  env: NodeJS.ProcessEnv,
): void {
  // A page that counts loudspeakers makes Chromium count cameras, in a process that it starts anew each time.
  const given = app.commandLine.getSwitchValue('enable-features');
  const features = ['RunVideoCaptureServiceInBrowserProcess', ...(given === '' ? [] : [given])];
  app.commandLine.appendSwitch('enable-features', features.join(','));
  // GTK loads the graphics driver, in case a dialog draws with OpenGL; none of Electron's does.
  if (env['GDK_GL'] !== undefined) return;
  env['GDK_GL'] = 'disable';
  // It has been read by then, and programs that the till starts inherit the environment.
  void app.whenReady().then(() => delete env['GDK_GL']);
}
