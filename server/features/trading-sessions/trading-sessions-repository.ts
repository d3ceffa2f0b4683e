import type { Order } from '#shared/api/orders.ts';
import type { TradingSession } from '#shared/api/outlets.ts';
import type { KeptReadiness } from '#shared/api/readiness.ts';
import { isCounted, orderStatuses } from '#shared/base/order-statuses.ts';
import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { isDatabaseError, sqlState, type Database } from '../../database/database.ts';
import type { Schema, TradingSessionsTable } from '../../database/schema.ts';
import type { SessionMoney } from '../../ledger/session-money.ts';
import { finishSession, type FinishAttempt } from './finish-session.ts';
import { isTaken, type SessionReports } from './session-reports.ts';

export type TradingSessionsRepository = ReturnType<typeof tradingSessionsRepository>;
/** What else begins and ends with a session. */
export type WithSession = {
  /** Runs in the transaction that opens it. */
  startSession(tx: Transaction<Schema>, outletId: string, sessionId: string, now: Date): Promise<void>;
  /**
   * Parts of the statement that closes it, which follow `closed (outlet_id, session_id)`; the time is `$2::timestamptz`.
   */
  atFinish: string;
};
export type FinishResult =
  | { kind: 'finished' }
  | { kind: 'closed' }
  | { kind: 'outstanding'; orders: Order[] };

const counted = orderStatuses.filter(isCounted);

/** How often a finish is tried while orders change; more tries mean that something is wrong. */
const MOST_TRIES = 50;

/**
 * @param openOrders reads the open orders, which keep a session from finishing
 * @param money reads the sessions' money
 * @param reports makes the report with which a session is finished
 * @param withSession what else is changed where a session is opened and closed
 */
export function tradingSessionsRepository(
  database: Database,
  openOrders: (sessionId: string) => Promise<Order[]>,
  money: Pick<SessionMoney, 'earnings' | 'missing'>,
  reports: Pick<SessionReports, 'ofOpenSession'>,
  withSession: readonly WithSession[],
) {
  const { kysely } = database;
  const finishing = finishSession(withSession.map(({ atFinish }) => atFinish));
  return {
    /** Opens a session; false if one is open already, however many callers race. Order numbers start again at 1. */
    async start(outletId: string, now: Date, readiness: KeptReadiness | null): Promise<boolean> {
      const id = newId();
      try {
        await kysely.transaction().execute(async (tx) => {
          await tx
            .insertInto('trading_sessions')
            .values({
              id,
              outlet_id: outletId,
              started_at: now,
              readiness: readiness && JSON.stringify(readiness),
            })
            .execute();
          await tx
            .updateTable('outlet_feeds')
            .set({ trading_session_id: id, last_order_number: 0 })
            .where('outlet_id', '=', outletId)
            .execute();
          for (const each of withSession) await each.startSession(tx, outletId, id, now);
        });
        return true;
      } catch (error) {
        if (isDatabaseError(error, sqlState.uniqueViolation, 'trading_sessions_one_open')) return false;
        throw error;
      }
    },

    /**
     * Closes the open session and stores its final figures and its report, in one statement, however many orders are placed at that
     * moment: each is either in the list of those that prevent it, or finds the outlet closed.
     */
    async finish(outletId: string, now: Date): Promise<FinishResult> {
      for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
        const report = await reports.ofOpenSession(outletId, now);
        if (!report) return { kind: 'closed' };
        const tried = await tryToFinish([outletId, now.toISOString(), JSON.stringify(report)]);
        if (tried?.finished) return { kind: 'finished' };
        if (!tried?.session_id) continue;
        const orders = tried.blocked ? await openOrders(tried.session_id) : [];
        if (orders.length > 0) return { kind: 'outstanding', orders };
        // Its orders have changed in between.
      }
      throw new Error('The orders of this session change too fast to finish it.');
    },

    /** An outlet's sessions, newest first. */
    async list(outletId: string): Promise<TradingSession[]> {
      const rows = await kysely
        .selectFrom('trading_sessions')
        .selectAll()
        .where('outlet_id', '=', outletId)
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return withFigures(rows);
    },

    async find(sessionId: string): Promise<TradingSession | null> {
      const rows = await kysely
        .selectFrom('trading_sessions')
        .selectAll()
        .where('id', '=', sessionId)
        .execute();
      const [session] = await withFigures(rows);
      const readiness = rows[0]?.readiness;
      return session ? { ...session, ...(readiness && { readiness }) } : null;
    },
  };

  /** Null if another session of the outlet was given the report's number meanwhile. */
  async function tryToFinish(parameters: string[]): Promise<FinishAttempt | null> {
    try {
      const [tried] = await database.run<FinishAttempt>(finishing, parameters);
      return tried ?? null;
    } catch (error) {
      if (isTaken(error)) return null;
      throw error;
    }
  }

  type SessionRow = Omit<TradingSessionsTable, 'readiness'>;

  /** A finished session has its figures stored; those of an open one, and what was never taken, are computed now. */
  async function withFigures(rows: SessionRow[]): Promise<TradingSession[]> {
    const open = rows.filter((row) => row.finished_at === null).map((row) => row.id);
    const [numbers, earnings, missing] = await Promise.all([
      numbersOfOrders(open),
      money.earnings(open),
      money.missing(rows.map(({ id, finished_at: finishedAt }) => ({ id, open: finishedAt === null }))),
    ]);
    return rows.map((row) => ({
      id: row.id,
      outletId: row.outlet_id,
      startedAt: row.started_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      numberOfOrders: row.number_of_orders ?? numbers.get(row.id) ?? 0,
      totalEarnings: row.total_earnings ?? earnings.get(row.id) ?? 0,
      ...(missing.get(row.id) ?? { atRisk: 0, lost: 0 }),
    }));
  }

  async function numbersOfOrders(sessionIds: string[]): Promise<Map<string, number>> {
    if (sessionIds.length === 0) return new Map();
    const rows = await kysely
      .selectFrom('orders')
      .select('trading_session_id as id')
      .select((query) => query.fn.count<number>('id').as('number'))
      .where('trading_session_id', 'in', sessionIds)
      .where('status', 'in', counted)
      .where('is_test', '=', false)
      .groupBy('trading_session_id')
      .execute();
    return new Map(rows.map(({ id, number }) => [id, number]));
  }
}
