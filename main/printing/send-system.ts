import { execFile } from 'node:child_process';
import type { Deadlines, SendOutcome } from './send-outcome.ts';

/**
 * Hands bytes to the system's own printer as they are, by CUPS' `lp` (hazards T12). No shell sees the name, and one that
 * looks like an option is none. What becomes of them in the queue is not to be known here.
 */
export function sendToSystem(bytes: Buffer, name: string, { printMs }: Deadlines): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const child = execFile(
      'lp',
      ['-d', name, '-o', 'raw', '-s', '--', '-'],
      { timeout: printMs, killSignal: 'SIGKILL' },
      (error) => {
        if (!error) return resolve({ kind: 'sent' });
        if (error.killed)
          return resolve({ kind: 'unconfirmed', problem: 'The system did not take it in time' });
        const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        // What lp refuses has reached no queue.
        resolve({ kind: 'not-sent', problem: missing ? 'This computer has no lp' : 'The system refused it' });
      },
    );
    // lp that ends before it has read everything says so by its exit.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
  });
}
