import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { CLOCKS_DIFFER_MS, type Clock } from '../core/clock.ts';
import { repeatedChore, type RepeatedChore } from '../core/repeated-chore.ts';
import type { Database } from './database.ts';

const EVERY_MS = 60_000;

type ComparingClocks = {
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Called after each comparison, with the ms by which this server is ahead of its database; negative if it is behind. */
  onCompared: (aheadMs: number) => void;
};

/**
 * Compares this server's clock with its database's, which all its servers share, and warns as long as they differ by
 * more than servers may: nobody else would say why such a server refuses orders.
 */
export function compareClocks({ database, clock, log, onCompared }: ComparingClocks): RepeatedChore {
  return repeatedChore(
    async () => {
      const aheadMs = await aheadOfDatabase(database, clock);
      onCompared(aheadMs);
      if (Math.abs(aheadMs) > CLOCKS_DIFFER_MS)
        log.warn(
          { event: 'clocks-differ', aheadMs },
          'the clock of this server or of its database is wrong: see what keeps them, such as NTP',
        );
      return false;
    },
    EVERY_MS,
    (error) => log.error({ err: error }, 'the database’s clock could not be read; it is tried again'),
  );
}

/** However long the answer takes: a time between those of question and answer is no difference. */
async function aheadOfDatabase({ kysely }: Pick<Database, 'kysely'>, clock: Clock): Promise<number> {
  const before = clock.now().getTime();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(kysely);
  const after = clock.now().getTime();
  const there = rows[0]?.at.getTime() ?? before;
  return Math.max(0, before - there) + Math.min(0, after - there);
}
