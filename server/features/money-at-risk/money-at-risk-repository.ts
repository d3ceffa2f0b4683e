import type { MoneyAtRisk, OrderAtRisk, RiskWarning } from '#shared/api/money-at-risk.ts';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { OrdersTable } from '../../database/schema.ts';
import { knownTaken } from '../../ordering/taken-unsold.ts';
import { isAtRisk } from '../../ledger/money-states.ts';

const HOUR_MS = 60 * 60_000;
const LATE_MS = 12 * HOUR_MS;
const ENDING_MS = 4 * 24 * HOUR_MS;
const LAST_DAY_MS = 24 * HOUR_MS;
const MOST_LISTED = 200;

export type MoneyAtRiskFilter = { outletId?: string | undefined; tradingSessionId?: string | undefined };

const since = sql<Date>`coalesce(orders.paid_at, orders.created_at)`;
const warningAt = (now: Date) => {
  const before = (ms: number) => new Date(now.getTime() - ms);
  // Where the money is taken already, no hold ends.
  return sql<RiskWarning | null>`case
    when ${sql.raw(knownTaken)} then null
    when ${since} <= ${before(ENDING_MS)}::timestamptz then 'ending'
    when orders.capture_before <= ${new Date(now.getTime() + LAST_DAY_MS)}::timestamptz then 'ending'
    when ${since} <= ${before(LATE_MS)}::timestamptz then 'late' end`;
};

/** Reads the orders that were accepted and whose money is not taken yet. Another seller's are never among them. */
export function moneyAtRiskRepository({ kysely }: Database) {
  const ordersAtRisk = () =>
    kysely
      .selectFrom('orders')
      .innerJoin('outlets', 'outlets.id', 'orders.outlet_id')
      .where(sql.raw<boolean>(isAtRisk));

  return {
    async find(
      sellerId: string,
      { outletId, tradingSessionId }: MoneyAtRiskFilter,
      now: Date,
    ): Promise<MoneyAtRisk> {
      const own = ordersAtRisk()
        .where('outlets.seller_id', '=', sellerId)
        .$if(outletId !== undefined, (query) => query.where('outlets.id', '=', outletId ?? ''))
        .$if(tradingSessionId !== undefined, (query) =>
          query.where('orders.trading_session_id', '=', tradingSessionId ?? ''),
        );
      const rows = await own
        .select([
          'orders.id',
          'outlet_id',
          'outlets.name',
          'trading_session_id',
          'order_number',
          'table_number',
        ])
        .select(['orders.status', 'amount', 'capture_before', 'capture_error', since.as('since')])
        .select(warningAt(now).as('warning'))
        // Over all of them, before the limit.
        .select(sql<number>`count(*) over ()::int`.as('count'))
        .select(sql<number>`(sum(amount) over ())::float8`.as('total'))
        .orderBy(since)
        .orderBy('orders.id')
        .limit(MOST_LISTED)
        .execute();
      const { count = 0, total = 0 } = rows[0] ?? {};
      return { count, total, orders: rows.map(asShown) };
    },

    /** A checksum over what a seller must be warned of, for each seller who has any; it changes whenever that does. */
    async warningSums(now: Date): Promise<Map<string, string>> {
      const order = sql<string>`concat_ws(' ', orders.id, ${warningAt(now)}, orders.capture_error)`;
      const rows = await ordersAtRisk()
        .where((is) =>
          is.or([is(warningAt(now), 'is not', null), is('orders.capture_error', 'is not', null)]),
        )
        .select([
          'outlets.seller_id',
          sql<string>`md5(string_agg(${order}, ',' order by ${order}))`.as('sum'),
        ])
        .groupBy('outlets.seller_id')
        .execute();
      return new Map(rows.map(({ seller_id, sum }) => [seller_id, sum]));
    },
  };
}

type Found = Pick<
  Selectable<OrdersTable>,
  | 'id'
  | 'outlet_id'
  | 'trading_session_id'
  | 'order_number'
  | 'table_number'
  | 'status'
  | 'amount'
  | 'capture_before'
  | 'capture_error'
> & { name: string; since: Date; warning: RiskWarning | null };

function asShown(row: Found): OrderAtRisk {
  return {
    id: row.id,
    outletId: row.outlet_id,
    outletName: row.name,
    tradingSessionId: row.trading_session_id,
    orderNumber: row.order_number,
    tableNumber: row.table_number,
    status: row.status,
    amount: row.amount,
    since: row.since.toISOString(),
    holdEndsAt: row.capture_before?.toISOString() ?? null,
    captureError: row.capture_error,
    warning: row.warning,
  };
}
