import type { FastifyBaseLogger } from 'fastify';
import { repeatedChore, type RepeatedChore } from './repeated-chore.ts';

export type ChoreReports = {
  log: FastifyBaseLogger;
  /** Called after each run of a chore. */
  onRun: (chore: string, outcome: 'done' | 'failed') => void;
};

export type ReportedChoreOptions = ChoreReports & {
  /** The chore's name in the metrics. */
  name: string;
  /** Resolves to whether to run again at once. */
  run: () => Promise<boolean>;
  everyMs: number;
  /** What the log says of a run that failed. */
  failure: string;
};

/** A {@link repeatedChore} whose runs are counted, and whose failures are logged. */
export function reportedChore({
  name,
  run,
  everyMs,
  log,
  onRun,
  failure,
}: ReportedChoreOptions): RepeatedChore {
  return repeatedChore(
    async () => {
      const more = await run();
      onRun(name, 'done');
      return more;
    },
    everyMs,
    (error) => {
      onRun(name, 'failed');
      log.error({ err: error }, failure);
    },
  );
}
