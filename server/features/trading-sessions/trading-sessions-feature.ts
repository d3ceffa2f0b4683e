import type { Order } from '#shared/api/orders.ts';
import type { Database } from '../../database/database.ts';
import { sessionMoney } from '../../ledger/session-money.ts';
import { pastReports, type PastReportsOptions } from './past-reports.ts';
import { sessionReports } from './session-reports.ts';
import { tradingSessionsHandlers, type TradingSessionsOptions } from './trading-sessions-handlers.ts';
import { tradingSessionsRepository, type WithSession } from './trading-sessions-repository.ts';

export type TradingSessionsFeatureOptions = PastReportsOptions &
  Omit<TradingSessionsOptions, 'sessions' | 'reports' | 'money' | 'orders'> & {
    database: Database;
    orders: TradingSessionsOptions['orders'] & { openOfSession(sessionId: string): Promise<Order[]> };
    /** What else ends with a session. */
    withSession: readonly WithSession[];
  };

/** Opening and closing outlets, with each session's figures and report. */
export function tradingSessionsFeature({ withSession, ...options }: TradingSessionsFeatureOptions) {
  const { database, orders } = options;
  const money = sessionMoney(database);
  const reports = sessionReports(database);
  const sessions = tradingSessionsRepository(database, orders.openOfSession, money, reports, withSession);
  return {
    handlers: tradingSessionsHandlers({ ...options, sessions, money, reports }),
    chore: pastReports(reports, options),
  };
}
