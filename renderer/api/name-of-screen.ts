import { browserName } from '#shared/base/browser-name.ts';
import type { CallingHost } from './client.ts';

/** What this screen is called until somebody names it: by its computer, or its browser where the host knows no other. */
export const usualNameOfScreen = (host: Pick<CallingHost, 'usualScreenName'>): string =>
  host.usualScreenName() || browserName(navigator.userAgent);

/** What this screen is called. */
export const nameOfScreen = (host: CallingHost): string =>
  host.preferences().screenName || usualNameOfScreen(host);
