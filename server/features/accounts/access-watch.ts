import type { Database, Statement } from '../../database/database.ts';
import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { SignIn } from './access.ts';

/** Short enough that a socket is closed within a second, even if a check is already running. */
export const LOOK_EVERY_MS = 400;

const readNumber: Statement = {
  name: 'access_changes_number',
  sql: 'select number from access_changes',
};

export type AccessWatchOptions = ChoreReports & {
  database: Database;
  /** Those of these sign-ins that may no longer have a socket. */
  ended(signIns: SignIn[]): Promise<SignIn[]>;
  live: {
    /** How many sockets this server has. */
    count(): number;
    /** The sign-ins that have sockets at this server. */
    signIns(): SignIn[];
    /** The sign-ins of sockets that were opened since the last call. */
    takeNewSignIns(): SignIn[];
  };
  /** Closes the sockets of these sign-ins. */
  onEnded(signIns: SignIn[]): void;
  everyMs?: number | undefined;
};

/**
 * Closes the sockets of sign-ins that have ended and of accounts that lost access, whether another server or a
 * command ended them. Each server polls the database itself, so this needs neither Redis nor another server.
 */
export function accessWatch(options: AccessWatchOptions): RepeatedChore {
  const { database, ended, live, onEnded, log, onRun, everyMs = LOOK_EVERY_MS } = options;
  let looked: number | null = null;

  async function look(): Promise<boolean> {
    // A sign-in may have ended while its socket was being admitted.
    const newcomers = live.takeNewSignIns();
    if (live.count() === 0) return false;
    const [row] = await database.run<{ number: number }>(readNumber, []);
    const number = row?.number ?? 0;
    const over = await ended(number === looked ? newcomers : live.signIns());
    if (over.length > 0) onEnded(over);
    // Set last, so that a failed check is repeated.
    looked = number;
    return false;
  }

  return reportedChore({
    name: 'watch-access',
    run: look,
    everyMs,
    log,
    onRun,
    failure: 'it could not be seen who is signed out; it is tried again',
  });
}
