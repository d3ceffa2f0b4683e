import type { Clock } from '../../core/clock.ts';
import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { SessionReports } from './session-reports.ts';

/** A server of the version before may still finish sessions while this one runs. */
const EVERY_MS = 10 * 60_000;

export type PastReportsOptions = ChoreReports & { clock: Clock; everyMs?: number | undefined };

/** Makes the reports of sessions that were finished without one, the oldest first, each in a statement of its own. */
export function pastReports(
  reports: Pick<SessionReports, 'catchUp'>,
  { clock, log, onRun, everyMs = EVERY_MS }: PastReportsOptions,
): RepeatedChore {
  return reportedChore({
    name: 'past-reports',
    run: () => reports.catchUp(() => clock.now()),
    everyMs,
    log,
    onRun,
    failure: 'the reports of past sessions could not be made; it is tried again',
  });
}
