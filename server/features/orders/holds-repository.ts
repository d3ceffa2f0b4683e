import type { OrderStatus } from '#shared/orders/statuses.ts';
import { isDatabaseError, sqlState, type Database, type Statement } from '../../database/database.ts';
import type { NotWritten, Placement } from './order-intake.ts';
import type { OrderRow } from './order-row.ts';

export type HoldsRepository = ReturnType<typeof holdsRepository>;

/**
 * Writes an order that is still to be paid for: it has no number yet and no feed hears of it. Nothing is written where
 * the outlet is closed, or is not what its menu was read as any more.
 */
const insertUnpaid: Statement = {
  name: 'insert_unpaid',
  sql: `
insert into orders (
  id, outlet_id, trading_session_id, order_number, status, version, table_number, customer_name, note, items,
  item_status, amount, service_charge, tip, platform_fee, card_fee, payment_account, payment_method, payment_due_at,
  created_at, idempotency_key, idempotency_hash, placed_from
)
select $5, $1, f.trading_session_id, 0, $6, 1, $7, $8, $9, $10::jsonb, $11::jsonb, $12::int, $13::int, $14::int,
  $15::int, $16::int, $17, $18, $19::timestamptz, $20::timestamptz, $21, $22, $24
from outlet_feeds f
join outlets o on o.id = f.outlet_id
join accounts a on a.id = o.seller_id
join catalogs c on c.id = o.catalog_id
where f.outlet_id = $1 and f.trading_session_id is not null and o.status = 'verified' and a.status = 'verified'
  and o.catalog_id = $2 and c.revision = $3 and o.service_type = $4 and a.stripe_connect_id = $17
  and c.sold_out_version = $23
returning trading_session_id`,
};

/**
 * Makes a paid order one for the kitchen: the outlet's next number and seq, in one statement. The order's own row is
 * locked first, so that of two who have heard of the hold one takes a number. No row comes back for the other, and
 * none where the trading session is over or the outlet may not sell any more.
 */
const placePaid: Statement = {
  name: 'place_paid',
  sql: `
with unpaid as (
  select id, outlet_id, trading_session_id from orders
  where id = $1 and version = $2 and status = 'payment_working'
  for update
), fed as (
  update outlet_feeds f set seq = f.seq + 1, last_order_number = f.last_order_number + 1
  from unpaid u
  join outlets o on o.id = u.outlet_id
  join accounts a on a.id = o.seller_id
  where f.outlet_id = u.outlet_id and f.trading_session_id = u.trading_session_id
    and o.status = 'verified' and a.status = 'verified'
  returning f.seq, f.last_order_number
)
update orders set status = $3, version = version + 1, order_number = fed.last_order_number, payment_reference = $4,
  capture_before = $5::timestamptz, paid_at = $6::timestamptz, expires_at = $7::timestamptz, payment_due_at = null,
  payment_attempts = 0, payment_method = null, placed_from = null
from fed where id = $1
returning order_number, seq`,
};

/** Orders between being written and being paid for. Everything is a compare-and-set on the version. */
export function holdsRepository(database: Database) {
  const { kysely } = database;
  return {
    /** The session the order belongs to; or that nothing was written, and why. */
    async insert({
      row,
      catalogId,
      revision,
      soldOutVersion,
      serviceType,
    }: Placement): Promise<{ trading_session_id: string } | NotWritten> {
      try {
        const [inserted] = await database.run<{ trading_session_id: string }>(insertUnpaid, [
          row.outlet_id,
          catalogId,
          revision,
          serviceType,
          row.id,
          row.status,
          row.table_number,
          row.customer_name,
          row.note,
          JSON.stringify(row.items),
          JSON.stringify(row.item_status),
          row.amount,
          row.service_charge,
          row.tip,
          row.platform_fee,
          row.card_fee,
          row.payment_account,
          row.payment_method,
          row.payment_due_at,
          row.created_at,
          row.idempotency_key,
          row.idempotency_hash,
          soldOutVersion,
          row.placed_from,
        ]);
        return inserted ?? 'out-of-date';
      } catch (error) {
        if (isDatabaseError(error, sqlState.uniqueViolation, 'orders_idempotency')) return 'key-taken';
        throw error;
      }
    },

    /** The order's number and the outlet's new seq; null where it cannot be placed, or somebody else was first. */
    async place(next: OrderRow, version: number): Promise<{ order_number: number; seq: number } | null> {
      const [placed] = await database.run<{ order_number: number; seq: number }>(placePaid, [
        next.id,
        version,
        next.status,
        next.payment_reference,
        next.capture_before,
        next.paid_at,
        next.expires_at,
      ]);
      return placed ?? null;
    },

    /** Ends an order that was not paid for; false where somebody else was first. What is left of its hold is released then. */
    async end(row: OrderRow, status: OrderStatus, reference: string | null, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await kysely
        .updateTable('orders')
        .set({
          status,
          version: row.version + 1,
          payment_reference: reference,
          payment_method: null,
          placed_from: null,
          payment_due_at: reference === null ? null : now,
          payment_attempts: 0,
          ended_at: now,
        })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** Keeps what is known of a hold that is not settled yet, and when to ask again; nobody sees a change. */
    async remember(row: OrderRow, reference: string | null, due: Date): Promise<void> {
      await kysely
        .updateTable('orders')
        .set(({ fn, val, ref }) => ({
          payment_reference: fn.coalesce(val(reference), ref('payment_reference')),
          payment_due_at: due,
          payment_attempts: row.payment_attempts + 1,
        }))
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .execute();
    },

    /** Open orders whose hold ends by `time`, soonest first. */
    async ending(time: Date, limit: number): Promise<string[]> {
      const rows = await kysely
        .selectFrom('orders')
        .select('id')
        .where('status', 'in', ['deliver_pending', 'deliver_waiting', 'deliver_working', 'deliver_enroute'])
        .where('capture_before', '<=', time)
        .orderBy('capture_before')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
