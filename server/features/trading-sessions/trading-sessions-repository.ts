import type { Order } from '#shared/api/orders.ts';
import type { TradingSession } from '#shared/api/outlets.ts';
import type { KeptReadiness } from '#shared/api/readiness.ts';
import { isCounted, orderStatuses, statusGroups } from '#shared/base/order-statuses.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { isDatabaseError, sqlState, type Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { finishSession, type FinishAttempt } from './finish-session.ts';

export type TradingSessionsRepository = ReturnType<typeof tradingSessionsRepository>;
/** What else begins and ends with a session. */
type WithSession = {
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
const settled = [...statusGroups.settled];

/** How often a finish is tried while orders change; more tries mean that something is wrong. */
const MOST_TRIES = 50;

/**
 * @param openOrders reads the open orders, which keep a session from finishing
 * @param withSession what else is changed where a session is opened and closed
 */
export function tradingSessionsRepository(
  database: Database,
  openOrders: (sessionId: string) => Promise<Order[]>,
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
     * Closes the open session and stores its final figures, in one statement, however many orders are placed at that
     * moment: each is either in the list of those that prevent it, or finds the outlet closed.
     */
    async finish(outletId: string, now: Date): Promise<FinishResult> {
      for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
        const [tried] = await database.run<FinishAttempt>(finishing, [outletId, now.toISOString()]);
        if (tried?.finished) return { kind: 'finished' };
        if (!tried?.session_id) return { kind: 'closed' };
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

  type SessionRow = {
    id: string;
    outlet_id: string;
    started_at: Date;
    finished_at: Date | null;
    number_of_orders: number | null;
    total_earnings: number | null;
  };

  /** A finished session has its figures stored; those of an open one are computed now. */
  async function withFigures(rows: SessionRow[]): Promise<TradingSession[]> {
    const open = rows.filter((row) => row.finished_at === null).map((row) => row.id);
    const figures = await figuresOf(kysely, open);
    return rows.map((row) => ({
      id: row.id,
      outletId: row.outlet_id,
      startedAt: row.started_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      numberOfOrders: row.number_of_orders ?? figures.get(row.id)?.numberOfOrders ?? 0,
      totalEarnings: row.total_earnings ?? figures.get(row.id)?.totalEarnings ?? 0,
    }));
  }

  async function figuresOf(db: Kysely<Schema>, sessionIds: string[]) {
    if (sessionIds.length === 0) return new Map<string, { numberOfOrders: number; totalEarnings: number }>();
    const rows = await db
      .selectFrom('orders')
      .select('trading_session_id as id')
      .select((query) =>
        query.fn.count<number>('id').filterWhere('status', 'in', counted).as('numberOfOrders'),
      )
      .select(
        sql<number>`coalesce(sum(amount - refunded) filter (where status in (${sql.join(settled)})), 0)`.as(
          'totalEarnings',
        ),
      )
      .where('trading_session_id', 'in', sessionIds)
      .where('is_test', '=', false)
      .groupBy('trading_session_id')
      .execute();
    return new Map(
      rows.map(({ id, numberOfOrders, totalEarnings }) => [id, { numberOfOrders, totalEarnings }]),
    );
  }
}
