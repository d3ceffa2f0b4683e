import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import { moneyAtRiskRepository } from './money-at-risk-repository.ts';

type MoneyAtRiskHandlers = Pick<RouteHandlers, 'GET /sellers/at-risk'>;

/** What sellers have accepted and is not taken yet. */
export function moneyAtRiskFeature({ database, clock }: { database: Database; clock: Clock }) {
  const { find, warningSums } = moneyAtRiskRepository(database);
  const handlers: MoneyAtRiskHandlers = {
    'GET /sellers/at-risk': ({ caller, query }) => find(caller.id, query, clock.now()),
  };
  return { handlers, sums: warningSums };
}
