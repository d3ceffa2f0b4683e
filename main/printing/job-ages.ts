import { PRINT_BY_ITSELF_MS } from '#shared/print/jobs.ts';
import type { LedgerEntry } from './print-ledger.ts';
import { stopwatch, type ServerClock } from './server-clock.ts';

/** A job that was asked for at `at`, which is `passed()` ms ago. */
type Asked = { at: string; passed: () => number };

/**
 * Tells which jobs are late: they have waited so long that only a person can say whether they are still wanted. This
 * computer's clock may be wrong, so it decides of none while the server's time may still be told, for `toldWithinMs`.
 *
 * @param before the jobs of an earlier run
 */
export function jobAges(clock: ServerClock, before: readonly LedgerEntry[], toldWithinMs: number) {
  const ofBefore = new Map(before.map(({ id, at }) => [id, at]));
  const asked = new Map<string, Asked>();
  const running = stopwatch();

  function ageOf({ id, at }: LedgerEntry): number | 'unknown' {
    const here = asked.get(id);
    if (here?.at === at) return here.passed();
    const mayBeTold = !clock.isKnown() && running() < toldWithinMs;
    return mayBeTold && ofBefore.get(id) === at ? 'unknown' : clock.now() - Date.parse(at);
  }

  return {
    /** Somebody has asked for this job just now. */
    begin: ({ id, at }: LedgerEntry): void => void asked.set(id, { at, passed: stopwatch() }),

    /** Those that are late, and those that are not; a job whose age is unknown is neither. */
    sorted(jobs: readonly LedgerEntry[]): { late: LedgerEntry[]; current: LedgerEntry[] } {
      const aged = jobs.map((job) => ({ job, age: ageOf(job) })).filter(({ age }) => age !== 'unknown');
      const isLate = ({ age }: (typeof aged)[number]) => Number(age) > PRINT_BY_ITSELF_MS;
      return {
        late: aged.filter(isLate).map(({ job }) => job),
        current: aged.filter((one) => !isLate(one)).map(({ job }) => job),
      };
    },
  };
}
