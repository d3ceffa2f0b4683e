import type { Unattended } from '#shared/api/unattended.ts';
import { statusGroups } from '#shared/orders/statuses.ts';
import { sql } from 'kysely';
import type { Database, Statement } from '../../database/database.ts';

/** How long an order may go unreceived, and an outlet without anybody listening (D33). */
export const RECEIVED_WITHIN_MS = 20_000;
export const LISTENED_WITHIN_MS = 60_000;

/** Outlets that do not trade are left out: what counts for them is the start of their next session. */
const keepListening: Statement = {
  name: 'keep_listening',
  sql: `
insert into outlet_listening as l (outlet_id, heard_at)
select outlet_id, $2::timestamptz from outlet_feeds
where trading_session_id is not null and outlet_id in (select jsonb_array_elements_text($1::jsonb))
order by outlet_id
on conflict (outlet_id) do update set heard_at = greatest(l.heard_at, excluded.heard_at)`,
};

export type AttendanceRepository = ReturnType<typeof attendanceRepository>;

/** Who takes care of what: all of it is in the database, for every server and after any restart. */
export function attendanceRepository(database: Database) {
  const { kysely } = database;
  const pending = [...statusGroups.pending];
  const cameAt = sql<Date>`coalesce(orders.paid_at, orders.created_at)`;
  const heardAt = sql<Date>`greatest(trading_sessions.started_at, outlet_listening.heard_at)`;

  const unreceivedOrders = (now: Date) =>
    kysely
      .selectFrom('orders')
      .innerJoin('outlets', 'outlets.id', 'orders.outlet_id')
      .where('orders.status', 'in', pending)
      .where('orders.received_at', 'is', null)
      .where(cameAt, '<=', new Date(now.getTime() - RECEIVED_WITHIN_MS));

  const silentOutlets = (now: Date) =>
    kysely
      .selectFrom('outlet_feeds')
      .innerJoin('outlets', 'outlets.id', 'outlet_feeds.outlet_id')
      .innerJoin('trading_sessions', 'trading_sessions.id', 'outlet_feeds.trading_session_id')
      .leftJoin('outlet_listening', 'outlet_listening.outlet_id', 'outlets.id')
      .where(heardAt, '<=', new Date(now.getTime() - LISTENED_WITHIN_MS));

  return {
    /** Somebody listens at these outlets, or did until just now. */
    async keepListening(outletIds: string[], now: Date): Promise<void> {
      await database.run(keepListening, [JSON.stringify(outletIds), now]);
    },

    async unattended(sellerId: string, now: Date): Promise<Unattended> {
      const orders = await unreceivedOrders(now)
        .where('outlets.seller_id', '=', sellerId)
        .select([
          'orders.id',
          'orders.outlet_id',
          'outlets.name',
          'orders.order_number',
          'orders.table_number',
        ])
        .select(cameAt.as('since'))
        .orderBy(cameAt)
        .execute();
      const outlets = await silentOutlets(now)
        .where('outlets.seller_id', '=', sellerId)
        .select(['outlets.id', 'outlets.name', heardAt.as('since')])
        .orderBy(heardAt)
        .execute();
      return {
        orders: orders.map((row) => ({
          id: row.id,
          outletId: row.outlet_id,
          outletName: row.name,
          orderNumber: row.order_number,
          tableNumber: row.table_number,
          since: row.since.toISOString(),
        })),
        outlets: outlets.map(({ since, ...outlet }) => ({ ...outlet, since: since.toISOString() })),
      };
    },

    /** A sum over what is unattended of each seller who has any; it differs whenever that does. */
    async unattendedSums(now: Date): Promise<Map<string, string>> {
      const sum = (id: 'orders.id' | 'outlets.id') =>
        sql<string>`md5(string_agg(${sql.ref(id)}, ',' order by ${sql.ref(id)}))`.as('sum');
      const rows = await unreceivedOrders(now)
        .select(['outlets.seller_id', sum('orders.id')])
        .groupBy('outlets.seller_id')
        .unionAll(
          silentOutlets(now)
            .select(['outlets.seller_id', sum('outlets.id')])
            .groupBy('outlets.seller_id'),
        )
        .execute();
      const sums = new Map<string, string>();
      for (const { seller_id: seller, sum: part } of rows)
        sums.set(seller, [sums.get(seller) ?? '', part].join(' '));
      return sums;
    },
  };
}
