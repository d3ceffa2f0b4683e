import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { repeatedChore, type RepeatedChore } from '../../core/repeated-chore.ts';
import type { SessionReports } from './session-reports.ts';

/** A server of the version before may still finish sessions while this one runs. */
const EVERY_MS = 10 * 60_000;

export type PastReportsOptions = {
  clock: Clock;
  log: FastifyBaseLogger;
  onRun: (chore: string, outcome: 'done' | 'failed') => void;
  everyMs?: number | undefined;
};

/** Makes the reports of sessions that were finished without one, the oldest first, each in a statement of its own. */
export function pastReports(
  reports: Pick<SessionReports, 'catchUp'>,
  { clock, log, onRun, everyMs = EVERY_MS }: PastReportsOptions,
): RepeatedChore {
  return repeatedChore(
    async () => {
      const more = await reports.catchUp(() => clock.now());
      onRun('past-reports', 'done');
      return more;
    },
    everyMs,
    (error) => {
      onRun('past-reports', 'failed');
      log.error({ err: error }, 'the reports of past sessions could not be made; it is tried again');
    },
  );
}
