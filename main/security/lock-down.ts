import type { App, Session, WebContents } from 'electron';
import { isOwnPage } from './app-protocol.ts';

/** The browser permissions that pages get; all others are refused. */
const permitted = new Set(['clipboard-sanitized-write', 'notifications']);

export function mayUse(permission: string, origin: string): boolean {
  return permitted.has(permission) && isOwnPage(origin);
}

/** Closes every way out of the till's own pages, for each page that is ever made. */
export function lockDownPages(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, contents) => lockDown(contents));
}

export function lockDown(contents: WebContents): void {
  const stay = (event: { preventDefault: () => void }, address: string) => {
    if (!isOwnPage(address)) event.preventDefault();
  };
  contents.on('will-navigate', (event) => stay(event, event.url));
  contents.on('will-frame-navigate', (event) => stay(event, event.url));
  contents.on('will-redirect', (event) => stay(event, event.url));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // A page's policy cannot forbid WebRTC: this stops its UDP, and the preload removes its constructors.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  // Even an empty frame has constructors of its own, which no policy removes. Our pages make no frames.
  contents.on('frame-created', (_event, { frame }) => {
    if (frame?.parent) contents.forcefullyCrashRenderer();
  });
}

export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(mayUse(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, `${origin}/`));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide({}));
}
