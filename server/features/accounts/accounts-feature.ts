import type { ChoreReports } from '../../core/reported-chore.ts';
import type { RepeatedChore } from '../../core/repeated-chore.ts';
import type { Limits } from '../../limits/limits.ts';
import { fairTurns, turnsOfEach } from '../../limits/turns.ts';
import { accessWatch, type AccessWatchOptions } from './access-watch.ts';
import { accountsHandlers, type AccountsOptions } from './accounts-handlers.ts';
import { forgetExpired } from './forget-expired.ts';
import { signInsHandlers } from './sign-ins-handlers.ts';

export type AccountsFeatureOptions = ChoreReports &
  Omit<AccountsOptions, 'hashing' | 'asking' | 'onFamilyEnded'> & {
    limits: Limits;
    ended: AccessWatchOptions['ended'];
    live: AccessWatchOptions['live'] & { endFamily(family: string): void };
    /** Called when these sign-ins have ended, to close their sockets. */
    onEnded(families: string[]): void;
    /** How often sign-ins that have sockets are checked for their end, in ms; for tests. */
    lookEveryMs?: number | undefined;
  };

/** Accounts and their sign-ins. Ending a sign-in closes its sockets. */
export function accountsFeature(options: AccountsFeatureOptions) {
  const { database, clock, log, live, limits, onRun } = options;
  const hashing = fairTurns({
    atOnce: limits.hashes.most,
    atOnceEach: limits['hashes-network'].most,
    mostWaiting: limits['hashes-waiting'].most,
    mostWaitingEach: limits['hashes-waiting-network'].most,
  });
  const asking = turnsOfEach(limits['asked-network'].most);
  const endFamilies = (families: string[]) => {
    for (const family of families) live.endFamily(family);
    options.onEnded(families);
  };
  const watch = accessWatch({
    database,
    ended: options.ended,
    live,
    onEnded: (signIns) => endFamilies(signIns.map(({ family }) => family)),
    log,
    onRun,
    everyMs: options.lookEveryMs,
  });
  const chores: RepeatedChore[] = [watch, forgetExpired(database, clock, { log, onRun })];
  return {
    chores,
    handlers: {
      ...accountsHandlers({ ...options, hashing, asking, onFamilyEnded: (family) => endFamilies([family]) }),
      ...signInsHandlers({ ...options, hashing, asking, onEnded: () => void watch.look() }),
    },
  };
}
