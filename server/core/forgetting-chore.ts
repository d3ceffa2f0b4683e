import type { Clock } from './clock.ts';
import type { RepeatedChore } from './repeated-chore.ts';
import { reportedChore, type ChoreReports } from './reported-chore.ts';

type Forgetting = {
  /** What is forgotten, in words for the log. */
  what: string;
  keptMs: number;
  everyMs: number;
  forgetBefore(time: Date): Promise<unknown>;
};

/** Deletes regularly what is older than `keptMs`. */
export function forgettingChore(
  { clock, log, onRun }: ChoreReports & { clock: Clock },
  { what, keptMs, everyMs, forgetBefore }: Forgetting,
): RepeatedChore {
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
