import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import { moneyAtRiskRepository } from './money-at-risk-repository.ts';

type MoneyAtRiskHandlers = Pick<RouteHandlers, 'GET /sellers/at-risk'>;

/** How often the warnings are read again, in ms: they are about hours and days, and every read costs the database. */
const LOOK_EVERY_MS = 10_000;

/** What sellers have accepted and is not taken yet. */
export function moneyAtRiskFeature({ database, clock }: { database: Database; clock: Clock }) {
  const { find, warningSums } = moneyAtRiskRepository(database);
  const handlers: MoneyAtRiskHandlers = {
    'GET /sellers/at-risk': ({ caller, query }) => find(caller.id, query, clock.now()),
  };
  let sums: ReadonlyMap<string, string> = new Map();
  let readAt = -Infinity;
  return {
    handlers,
    /** Checksums of what sellers must be warned of, at most 10 s old. */
    async sums(now: Date): Promise<ReadonlyMap<string, string>> {
      if (Math.abs(now.getTime() - readAt) < LOOK_EVERY_MS) return sums;
      sums = await warningSums(now);
      readAt = now.getTime();
      return sums;
    },
  };
}
