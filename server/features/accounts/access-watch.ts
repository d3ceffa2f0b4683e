import type { FastifyBaseLogger } from 'fastify';
import type { Database, Statement } from '../../database/database.ts';
import { repeatedChore, type RepeatedChore } from '../../core/repeated-chore.ts';
import type { SignIn } from './access.ts';

/** So that, with a look under way, a socket is closed within a second. */
const LOOK_EVERY_MS = 400;

const readNumber: Statement = {
  name: 'access_changes_number',
  sql: 'select number from access_changes',
};

export type AccessWatchOptions = {
  database: Database;
  /** Those of these sign-ins that may have no socket any more. */
  ended(signIns: SignIn[]): Promise<SignIn[]>;
  live: {
    /** How many sockets this server has. */
    count(): number;
    /** The sign-ins that have sockets at this server. */
    signIns(): SignIn[];
    /** Those of sockets that came since this was asked last. */
    takeNewSignIns(): SignIn[];
  };
  /** Closes the sockets of these. */
  onEnded(signIns: SignIn[]): void;
  log: FastifyBaseLogger;
  everyMs?: number | undefined;
};

/**
 * Closes the sockets of sign-ins that have ended, and of accounts that may have none, whoever ended them: another server
 * or a command. Each server looks at the database for itself; neither another server nor Redis has to tell it.
 */
export function accessWatch(options: AccessWatchOptions): RepeatedChore {
  const { database, ended, live, onEnded, log, everyMs = LOOK_EVERY_MS } = options;
  let looked: number | null = null;

  async function look(): Promise<boolean> {
    // While these were let in, their sign-ins may have ended.
    const newcomers = live.takeNewSignIns();
    if (live.count() === 0) return false;
    const [row] = await database.run<{ number: number }>(readNumber, []);
    const number = row?.number ?? 0;
    const over = await ended(number === looked ? newcomers : live.signIns());
    if (over.length > 0) onEnded(over);
    // Not before: what could not be looked at is looked at again.
    looked = number;
    return false;
  }

  return repeatedChore(look, everyMs, (error) =>
    log.error({ err: error }, 'it could not be seen who is signed out; it is tried again'),
  );
}
