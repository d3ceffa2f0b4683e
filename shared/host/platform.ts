import type { alertsPort } from './alerts.ts';
import type { Capabilities, computerPort } from './computer.ts';
import type { ScreensOf } from './port.ts';
import type { printingPort, PrintingView } from './printing.ts';
import type { sessionPort } from './session.ts';
import type { updatesPort } from './updates.ts';

/**
 * Everything the screens ask of the host they run on: the till's main process, or the browser.
 * Every method is there on every host and settles; none throws for an expected outcome.
 */
export interface Platform
  extends
    ScreensOf<typeof sessionPort>,
    ScreensOf<typeof alertsPort>,
    ScreensOf<typeof computerPort>,
    ScreensOf<typeof updatesPort>,
    ScreensOf<typeof printingPort>,
    PrintingView {
  readonly can: Capabilities;
  /** The API's base address, without a slash at its end: `/api`, or `http://127.0.0.1:4000/api`. */
  apiBase(): string;
}
