import type { CallingHost } from './client.ts';

/** What this screen is called: as somebody has named it, otherwise by its computer or browser. */
export const nameOfScreen = (host: CallingHost): string =>
  host.preferences().screenName || host.usualScreenName();
