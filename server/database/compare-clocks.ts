import { sql } from 'kysely';
import { CLOCKS_DIFFER_MS, type Clock } from '../core/clock.ts';
import type { RepeatedChore } from '../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../core/reported-chore.ts';
import type { Database } from './database.ts';

const EVERY_MS = 60_000;

type ComparingClocks = ChoreReports & {
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  /** Called after each comparison, with the ms by which this server is ahead of its database; negative if it is behind. */
  onCompared: (aheadMs: number) => void;
};

/**
 * Compares this server's clock with its database's, which all its servers share, and warns as long as they differ by
 * more than servers may: nobody else would say why such a server refuses orders.
 */
export function compareClocks({ database, clock, log, onRun, onCompared }: ComparingClocks): RepeatedChore {
  return reportedChore({
    name: 'compare-clocks',
    async run() {
      const aheadMs = await aheadOfDatabase(database, clock);
      onCompared(aheadMs);
      if (Math.abs(aheadMs) > CLOCKS_DIFFER_MS)
        log.warn(
          { event: 'clocks-differ', aheadMs },
          'the clock of this server or of its database is wrong: see what keeps them, such as NTP',
        );
      return false;
    },
    everyMs: EVERY_MS,
    log,
    onRun,
    failure: 'the database’s clock could not be read; it is tried again',
  });
}

/** However long the answer takes: a time between those of question and answer is no difference. */
async function aheadOfDatabase({ kysely }: Pick<Database, 'kysely'>, clock: Clock): Promise<number> {
  const before = clock.now().getTime();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(kysely);
  const after = clock.now().getTime();
  const there = rows[0]?.at.getTime() ?? before;
  return Math.max(0, before - there) + Math.min(0, after - there);
}
