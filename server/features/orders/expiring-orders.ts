import { sql } from 'kysely';
import type { OrderStatus } from '#shared/base/order-statuses.ts';
import { CLOCKS_DIFFER_MS } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { expiryMsOf } from './new-order.ts';
import type { OrderRow } from './order-row.ts';

/**
 * Finds the orders that wait for an answer and have expired, or would wait for longer than they may from now on: their expiry
 * was written before the clock was set back.
 * @param usualMs how long an order waits that does not say it
 */
export function expiringOrders({ kysely }: Pick<Database, 'kysely'>, usualMs: number) {
  const waiting = () =>
    kysely
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'deliver_pending' satisfies OrderStatus)
      .orderBy('expires_at');
  const afterNow = (now: Date, ms: number) => new Date(now.getTime() + ms);

  return {
    async expired(now: Date, limit: number): Promise<string[]> {
      const rows = await waiting().where('expires_at', '<=', now).limit(limit).execute();
      return rows.map(({ id }) => id);
    },

    async late(now: Date, limit: number): Promise<string[]> {
      const wholeWait = sql`coalesce(expiry_ms, ${usualMs}::int) * interval '1 ms'`;
      const rows = await waiting()
        .where(sql<boolean>`expires_at - ${wholeWait} > ${afterNow(now, CLOCKS_DIFFER_MS)}::timestamptz`)
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    isLate: (row: OrderRow, now: Date): boolean =>
      row.expires_at !== null && row.expires_at > afterNow(now, expiryMsOf(row, usualMs) + CLOCKS_DIFFER_MS),
  };
}
