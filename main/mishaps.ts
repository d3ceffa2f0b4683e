import type { EventEmitter } from 'node:events';

/**
 * Keeps the till going when something of the main process fails that nobody expected: what waits goes on ringing. All of it
 * is logged; a person is told of the first exception, since the till may be worse for it.
 */
export function surviveMishaps(
  process: Pick<EventEmitter, 'on'>,
  log: (message: string) => void,
  report: (message: string) => void,
): void {
  let told = false;
  process.on('uncaughtException', (error: unknown) => {
    log(`Uncaught exception: ${described(error)}`);
    if (!told)
      report('Something went wrong in the till. It goes on; if anything is odd, quit it and open it again.');
    told = true;
  });
  process.on('unhandledRejection', (reason: unknown) => log(`Unhandled rejection: ${described(reason)}`));
}

const described = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
