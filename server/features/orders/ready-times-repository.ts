import { sql, type Selectable } from 'kysely';
import { LONGEST_MOVED_MS, MOST_MOVES, PROMISE_MOVED_AFTER_MS } from '#shared/orders/promises.ts';
import type { Database } from '../../database/database.ts';
import type { OrdersTable } from '../../database/schema.ts';
import type { OrderRow } from './order-row.ts';

/** An accepted order, as far as its making goes; `ready_at` is null while it is made. */
export type MadeOrder = Pick<Selectable<OrdersTable>, 'items' | 'ready_at'> & { accepted_at: Date };

/** So many of the outlet's last orders are learned from. */
const LEARNED_FROM = 3_000;
/** Orders that were accepted before this no longer say how the outlet is running. */
const LATELY_MS = 2 * 60 * 60_000;
const MOST_AT_ONCE = 200;

export function readyTimesRepository({ kysely }: Database) {
  return {
    /** Whether the outlet promises ready times. */
    async promises(outletId: string): Promise<boolean> {
      const row = await kysely
        .selectFrom('outlets')
        .select('promises_ready_time')
        .where('id', '=', outletId)
        .executeTakeFirst();
      return row?.promises_ready_time ?? false;
    },

    /** The new orders of an outlet that promises ready times. Null if it is not the seller's. */
    async pending(sellerId: string, outletId: string): Promise<Pick<OrderRow, 'id' | 'items'>[] | null> {
      const outlet = await kysely
        .selectFrom('outlets')
        .innerJoin('outlet_feeds', 'outlet_feeds.outlet_id', 'outlets.id')
        .select(['promises_ready_time', 'trading_session_id'])
        .where('id', '=', outletId)
        .where('seller_id', '=', sellerId)
        .executeTakeFirst();
      if (!outlet) return null;
      if (!outlet.promises_ready_time || outlet.trading_session_id === null) return [];
      return kysely
        .selectFrom('orders')
        .select(['id', 'items'])
        .where('trading_session_id', '=', outlet.trading_session_id)
        .where('status', '=', 'deliver_pending')
        .where('is_test', '=', false)
        .orderBy('created_at')
        .limit(MOST_AT_ONCE)
        .execute();
    },

    /** Orders that are not ready, whose customers are to be told by now, and which somebody may still be making. */
    async promisedBy(now: Date, limit: number): Promise<string[]> {
      const rows = await kysely
        .selectFrom('orders')
        .select('id')
        .where('promised_for', '<=', new Date(now.getTime() - PROMISE_MOVED_AFTER_MS))
        .where('ready_at', 'is', null)
        .where('ended_at', 'is', null)
        .where('status', 'in', ['deliver_waiting', 'deliver_working'])
        .where(sql`jsonb_array_length(promises)`, '<=', MOST_MOVES)
        .where(
          sql`(promises -> 0 ->> 'readyBy')::timestamptz`,
          '>',
          new Date(now.getTime() - LONGEST_MOVED_MS),
        )
        .orderBy('promised_for')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

/** What an outlet made, and is making. */
export function madeOrders({ kysely }: Database) {
  const accepted = (outletId: string) =>
    kysely
      .selectFrom('orders')
      .select(['items', 'accepted_at', 'ready_at'])
      .where('outlet_id', '=', outletId)
      .where('accepted_at', 'is not', null)
      .where('is_test', '=', false)
      .orderBy('accepted_at', 'desc')
      .$narrowType<{ accepted_at: Date }>();

  return {
    last: (outletId: string): Promise<MadeOrder[]> =>
      accepted(outletId).where('ready_at', 'is not', null).limit(LEARNED_FROM).execute(),

    /** Those that are being made, and those that were accepted lately and are ready. */
    lately: (outletId: string, now: Date): Promise<MadeOrder[]> =>
      accepted(outletId)
        .where('accepted_at', '>', new Date(now.getTime() - LATELY_MS))
        .where((query) =>
          query.or([
            query('ready_at', 'is not', null),
            query('status', 'in', ['deliver_waiting', 'deliver_working']),
          ]),
        )
        .limit(MOST_AT_ONCE)
        .execute(),
  };
}
