import { execFile } from 'node:child_process';
import type { Deadlines, SendOutcome } from './send-outcome.ts';

/**
 * Passes bytes unchanged to a printer of the system's, by CUPS' `lp`. No shell sees the name, and a name that looks
 * like an option is not one. What happens in the queue is unknown here.
 */
export function sendToSystem(bytes: Buffer, name: string, { printMs }: Deadlines): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const child = execFile(
      'lp',
      ['-d', name, '-o', 'raw', '-s', '--', '-'],
      { timeout: printMs, killSignal: 'SIGKILL' },
      (error) => {
        if (!error) return resolve({ kind: 'sent' });
        // It may have handed the job over before, also where something else ended it, such as a logout.
        if (error.signal)
          return resolve({
            kind: 'unconfirmed',
            problem: error.killed ? 'The system did not take it in time' : 'It was ended while it printed',
          });
        const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        // A job that lp refuses has reached no queue.
        resolve({ kind: 'not-sent', problem: missing ? 'This computer has no lp' : 'The system refused it' });
      },
    );
    // If lp exits before it has read everything, its exit code reports it.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
  });
}
