import { sql } from 'kysely';
import type { Order } from '#shared/api/orders.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import type { Database, Statement } from '../../database/database.ts';
import { batchedRead } from '../../database/batched-read.ts';
import { listedStatuses } from '../../database/listed-statuses.ts';
import { ledgerSums, withBooked } from '../../ledger/order-sums.ts';
import type { Booking } from './ledger.ts';
import type { KeptReply } from './order-commits.ts';
import { awaitsHold, isPaid, orderOf, type OrderRow } from './order-row.ts';
import { latestRetry } from './retry-at.ts';
import { refundsOfOrders, refundsThatCameBack, type RefundRow } from './refunds-repository.ts';

/** What the commit of a change will write. */
type Unwritten = { refund?: RefundRow; booking?: Booking | null };

export type OrdersRepository = ReturnType<typeof ordersRepository>;

const open = [...statusGroups.open];

/** Which of a session's orders its seller sees: none that was never paid for, and no test that has ended. */
export const isShown = `(not is_test or status in (${listedStatuses(open)})) and status not in (${listedStatuses(statusGroups.unpaid)})`;

/** Each order is looked up by its id: the fence keeps the planner, which expects a hundred ids, from reading all orders. */
const findOrders: Statement = {
  name: 'find_orders',
  sql: `
select o.*, outlets.seller_id as asked_by
from jsonb_to_recordset($1::jsonb) as asked ("sellerId" text, "orderId" text)
cross join lateral (select * from orders where id = asked."orderId" offset 0) o
join outlets on outlets.id = o.outlet_id and outlets.seller_id = asked."sellerId"`,
};

const findOrdersOfSession: Statement = {
  name: 'find_orders_of_session',
  sql: `select * from orders where trading_session_id = $1 and ${isShown} order by order_number desc`,
};

export function ordersRepository(database: Database) {
  const { kysely } = database;

  const findOwn = batchedRead<{ sellerId: string; orderId: string }, OrderRow>(
    ({ sellerId, orderId }) => `${sellerId} ${orderId}`,
    async (asked) => {
      const rows = await database.run<OrderRow & { asked_by: string }>(findOrders, [JSON.stringify(asked)]);
      return new Map(rows.map(({ asked_by, ...row }) => [`${asked_by} ${row.id}`, row]));
    },
  );

  /**
   * Orders as the API shows them, with their refunds and what the ledger has of them. Of one order, `refund` and
   * `booking` may be still to be written.
   */
  async function withRefunds(rows: OrderRow[], { refund, booking }: Unwritten = {}): Promise<Order[]> {
    const refunded = rows.filter((row) => row.refunded + row.refund_reserved > 0).map((row) => row.id);
    const moved = rows
      .filter((row) => isPaid(row.status) && booking?.kind !== 'capture')
      .map((row) => row.id);
    const [refunds, ledger] = await Promise.all([
      refundsOfOrders(database, refunded),
      ledgerSums(database, moved),
    ]);
    const others = refunds.filter(({ id }) => id !== refund?.id);
    const shown = refund && refund.status !== 'failed' ? [...others, refund] : others;
    const cameBack = await refundsThatCameBack(database, ledger);
    if (refund && booking?.kind === 'refund-failed') cameBack.push({ ...refund, came_back_at: booking.at });
    const shownOf = Map.groupBy(shown, (one) => one.order_id);
    const cameBackOf = Map.groupBy(cameBack, (one) => one.order_id);
    return rows.map((row) => {
      const sums = ledger.get(row.id) ?? [];
      return orderOf(
        row,
        shownOf.get(row.id),
        booking ? withBooked(sums, booking) : sums,
        cameBackOf.get(row.id),
      );
    });
  }

  return {
    withRefunds,

    /** Null for an unknown order and for another seller's. */
    find: (sellerId: string, orderId: string): Promise<OrderRow | null> => findOwn({ sellerId, orderId }),

    async findAny(orderId: string): Promise<OrderRow | null> {
      return (
        (await kysely.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()) ?? null
      );
    },

    /** A session's orders, newest first, without those that were never paid for and tests that have ended. */
    async ofSession(sessionId: string): Promise<Order[]> {
      return withRefunds(await database.run<OrderRow>(findOrdersOfSession, [sessionId]));
    },

    /** The session's open orders but for tests, which keep it from finishing. */
    async openOfSession(sessionId: string): Promise<Order[]> {
      const rows = await kysely
        .selectFrom('orders')
        .selectAll()
        .where('trading_session_id', '=', sessionId)
        .where('status', 'in', open)
        .where('is_test', '=', false)
        .orderBy('order_number')
        .execute();
      return rows.map((row) => orderOf(row));
    },

    /** Stores the reply to a command that changed nothing; false if the key is taken. */
    async keepReply({ accountId, key, requestHash, reply, keptAt }: KeptReply): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await kysely
        .insertInto('idempotency_keys')
        .values({
          account_id: accountId,
          key,
          request_hash: requestHash,
          status: 200,
          reply: JSON.stringify(reply),
          created_at: keptAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async keptReply(accountId: string, key: string): Promise<{ requestHash: string; reply: Order } | null> {
      const row = await kysely
        .selectFrom('idempotency_keys')
        .select(['request_hash', 'reply'])
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .executeTakeFirst();
      return row ? { requestHash: row.request_hash, reply: row.reply as Order } : null;
    },

    /** Orders whose provider is due to be asked, longest overdue first: those that wait for a hold, or all others. */
    async paymentsDue(now: Date, limit: number, kind: 'waiting' | 'others'): Promise<string[]> {
      const rows = await kysely
        .selectFrom('orders')
        .select('id')
        .where(({ or, eb }) =>
          or([eb('payment_due_at', '<=', now), eb('payment_due_at', '>', latestRetry(now))]),
        )
        .where(sql<boolean>`${awaitsHold} = ${kind === 'waiting'}`)
        .orderBy('payment_due_at')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Open orders whose hold ends by `time`, soonest first. */
    async holdsEnding(time: Date, limit: number): Promise<string[]> {
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

    /** The money of an open order has been taken already, so that it can be closed without haste: its hold has no end. */
    async holdHasNoEnd(orderId: string): Promise<void> {
      await kysely.updateTable('orders').set({ capture_before: null }).where('id', '=', orderId).execute();
    },

    /**
     * Sets when the provider is asked again (null: never) and, if given, the hold's reference and what went wrong. Does
     * nothing if the order has moved on from `version`; what an event has made due since `row` was read stays due.
     */
    async postponePayment(
      row: Pick<OrderRow, 'id' | 'payment_due_at'>,
      version: number,
      due: Date | null,
      attempts: number,
      reference: string | null = null,
      error: string | null = null,
    ): Promise<void> {
      await kysely
        .updateTable('orders')
        .set({
          payment_due_at: sql`case when payment_due_at is distinct from ${row.payment_due_at}::timestamptz then payment_due_at else ${due}::timestamptz end`,
          payment_attempts: attempts,
          ...(reference !== null && { payment_reference: reference }),
          ...(error !== null && { capture_error: error }),
        })
        .where('id', '=', row.id)
        .where('version', '=', version)
        .execute();
    },

    /**
     * Deletes orders placed before `time` that were never paid for and have nothing left to settle; returns whether
     * there may be more.
     */
    async deleteUnpaidBefore(time: Date, limit: number): Promise<boolean> {
      const { numDeletedRows } = await kysely
        .deleteFrom('orders')
        .where('id', 'in', (query) =>
          query
            .selectFrom('orders as unpaid')
            .select('unpaid.id')
            .where('unpaid.status', 'in', ['payment_failure', 'payment_aborted'])
            .where('unpaid.created_at', '<', time)
            .where('unpaid.payment_due_at', 'is', null)
            .where(({ not, exists, selectFrom }) =>
              not(exists(selectFrom('refunds').select('id').whereRef('order_id', '=', 'unpaid.id'))),
            )
            .where(({ not, exists, selectFrom }) =>
              not(exists(selectFrom('print_claims').select('state').whereRef('order_id', '=', 'unpaid.id'))),
            )
            .orderBy('unpaid.created_at')
            .limit(limit),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows) === limit;
    },

    /** Deletes keys that were stored before `time`. A refund keeps its own: however late it is asked for again, it is made once. */
    async forgetKeysBefore(time: Date): Promise<void> {
      await kysely.deleteFrom('idempotency_keys').where('created_at', '<', time).execute();
      await kysely
        .updateTable('orders')
        .set({ idempotency_key: null, idempotency_hash: null })
        .where('idempotency_key', 'is not', null)
        .where('created_at', '<', time)
        .execute();
    },
  };
}
