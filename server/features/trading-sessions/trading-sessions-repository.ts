import type { Order } from '#shared/api/orders.ts';
import type { TradingSession } from '#shared/api/outlets.ts';
import { isCounted, orderStatuses, statusGroups } from '#shared/base/order-statuses.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { isDatabaseError, sqlState, type Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';

export type TradingSessionsRepository = ReturnType<typeof tradingSessionsRepository>;
type AtSession = (tx: Transaction<Schema>, outletId: string, sessionId: string) => Promise<void>;
export type FinishResult =
  | { kind: 'finished' }
  | { kind: 'closed' }
  | { kind: 'outstanding'; orders: Order[] };

const counted = orderStatuses.filter(isCounted);
const settled = [...statusGroups.settled];

/**
 * @param openOrders reads the open orders, which keep a session from finishing, inside the transaction
 * @param soldOut updates the sold-out marks at a session's start and end, inside the transaction
 */
export function tradingSessionsRepository(
  { kysely }: Database,
  openOrders: (tx: Kysely<Schema>, sessionId: string) => Promise<Order[]>,
  soldOut: { startSession: AtSession; finishSession: AtSession },
) {
  return {
    /** Opens a session; false if one is open already, however many callers race. Order numbers start again at 1. */
    async start(outletId: string, now: Date): Promise<boolean> {
      const id = newId();
      try {
        await kysely.transaction().execute(async (tx) => {
          await tx
            .insertInto('trading_sessions')
            .values({ id, outlet_id: outletId, started_at: now })
            .execute();
          await tx
            .updateTable('outlet_feeds')
            .set({ trading_session_id: id, last_order_number: 0 })
            .where('outlet_id', '=', outletId)
            .execute();
          await soldOut.startSession(tx, outletId, id);
        });
        return true;
      } catch (error) {
        if (isDatabaseError(error, sqlState.uniqueViolation, 'trading_sessions_one_open')) return false;
        throw error;
      }
    },

    /**
     * Closes the open session and stores its final figures. The feed's row is locked first and the orders are read in
     * the next statement: an order that is being placed either holds that row, and is seen, or finds the outlet
     * closed.
     */
    async finish(outletId: string, now: Date): Promise<FinishResult> {
      return kysely.transaction().execute(async (tx): Promise<FinishResult> => {
        const feed = await tx
          .selectFrom('outlet_feeds')
          .select('trading_session_id')
          .where('outlet_id', '=', outletId)
          .forUpdate()
          .executeTakeFirst();
        const sessionId = feed?.trading_session_id;
        if (!sessionId) return { kind: 'closed' };
        const outstanding = await openOrders(tx, sessionId);
        if (outstanding.length > 0) return { kind: 'outstanding', orders: outstanding };
        const figures = await figuresOf(tx, [sessionId]);
        await tx
          .updateTable('trading_sessions')
          .set({
            finished_at: now,
            number_of_orders: figures.get(sessionId)?.numberOfOrders ?? 0,
            total_earnings: figures.get(sessionId)?.totalEarnings ?? 0,
          })
          .where('id', '=', sessionId)
          .execute();
        await tx
          .updateTable('outlet_feeds')
          .set({ trading_session_id: null })
          .where('outlet_id', '=', outletId)
          .execute();
        await soldOut.finishSession(tx, outletId, sessionId);
        return { kind: 'finished' };
      });
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
      return (await withFigures(rows))[0] ?? null;
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
      .groupBy('trading_session_id')
      .execute();
    return new Map(
      rows.map(({ id, numberOfOrders, totalEarnings }) => [id, { numberOfOrders, totalEarnings }]),
    );
  }
}
