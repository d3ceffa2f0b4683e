import type { Clock } from './clock.ts';
import type { RepeatedChore } from './repeated-chore.ts';
import { reportedChore, type ChoreReports } from './reported-chore.ts';

type ForgettingOptions = ChoreReports & {
  /** What is forgotten, in words for the log. */
  what: string;
  keptMs: number;
  everyMs: number;
  clock: Clock;
  forgetBefore(time: Date): Promise<unknown>;
};

/** Deletes regularly what is older than `keptMs`. */
export function forgettingChore(options: ForgettingOptions): RepeatedChore {
  const { what, keptMs, everyMs, clock, forgetBefore, log, onRun } = options;
  return reportedChore({
    name: `forget-${what.replaceAll(' ', '-')}`,
    async run() {
      await forgetBefore(new Date(clock.now().getTime() - keptMs));
      return false;
    },
    everyMs,
    log,
    onRun,
    failure: `old ${what} could not be forgotten; it is tried again`,
  });
}
