import type { OrderingUpdate } from '#shared/api/live.ts';
import { PROVED_FOR_MS } from '#shared/base/pauses.ts';
import type { Database, Statement } from '../../database/database.ts';
import {
  orderingColumns,
  orderingOf,
  orderingTables,
  type OrderingRow,
} from '../../ordering/ordering-state.ts';

const trading = `f.trading_session_id is not null and o.status = 'verified' and a.status = 'verified'`;
const from = `
from outlet_feeds f
join outlets o on o.id = f.outlet_id
join accounts a on a.id = o.seller_id${orderingTables}`;

/** The outlets that trade and take no orders. */
const notTaking: Statement = {
  name: 'outlets_not_taking',
  sql: `
select o.id, o.seller_id, true as trades, ${orderingColumns} ${from}
where ${trading} and (
  (f.pause_id is not null and (f.paused_until is null or f.paused_until > $1::timestamptz))
  or l.heard_at < $2::timestamptz or l.heard_at > $3::timestamptz or l.heard_at is null)`,
};

const orderingOfOutlets: Statement = {
  name: 'ordering_of_outlets',
  sql: `
select o.id, o.seller_id, ${trading} as trades, ${orderingColumns} ${from}
where o.id = any (array(select jsonb_array_elements_text($1::jsonb)))`,
};

type Row = OrderingRow & { id: string; seller_id: string; trades: boolean };
export type SellersOrdering = OrderingUpdate & { sellerId: string };

/** Whether outlets take orders. All of it is in the database, so every server sees the same. */
export function orderingReads(database: Database) {
  const read = (rows: Row[], now: Date): SellersOrdering[] =>
    rows.map((row) => ({
      sellerId: row.seller_id,
      outletId: row.id,
      ordering: orderingOf(row, row.trades, now),
    }));
  return {
    async notTaking(now: Date): Promise<SellersOrdering[]> {
      const [earliest, latest] = [-PROVED_FOR_MS, PROVED_FOR_MS].map((ms) => new Date(now.getTime() + ms));
      return read(await database.run<Row>(notTaking, [now, earliest, latest]), now);
    },
    async of(outletIds: string[], now: Date): Promise<SellersOrdering[]> {
      return read(await database.run<Row>(orderingOfOutlets, [JSON.stringify(outletIds)]), now);
    },
  };
}
