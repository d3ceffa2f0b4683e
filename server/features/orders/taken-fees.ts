import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { inTime } from '../../payments/in-time.ts';
import type { PaymentProvider } from '../../payments/payment-provider.ts';
import { feesBooking } from './ledger.ts';
import type { OrderRow } from './order-row.ts';
import { wasAskedLongEnough } from './retry-at.ts';

/**
 * Stores the provider's fees with the order, once, and books the difference in the same statement. The order's version
 * stays, so that nobody's press is refused because of it.
 */
const bookFees: Statement = {
  name: 'book_fees',
  sql: `
with given as (
  select * from jsonb_to_record($1::jsonb) as g (
    order_id text, platform int, card int, id text, kind text, at timestamptz, amounts jsonb
  )
), noted as (
  update orders o set platform_fee_taken = g.platform, card_fee_taken = g.card
  from given g where o.id = g.order_id and o.card_fee_taken is null
  returning o.id, o.outlet_id, o.trading_session_id
), booked as (
  insert into ledger_transactions (id, kind, order_id, outlet_id, trading_session_id, at, after_finish)
  select g.id, g.kind, n.id, n.outlet_id, n.trading_session_id, g.at, exists (
    select from trading_sessions s where s.id = n.trading_session_id and s.finished_at is not null)
  from noted n, given g
  returning id, order_id, outlet_id, at
)
insert into ledger_entries (transaction_id, account, order_id, outlet_id, amount, created_at)
select b.id, e.key, b.order_id, b.outlet_id, e.value::int, b.at
from booked b, given g, jsonb_each_text(g.amounts) e`,
};

export type TakenFeesOptions = {
  database: Database;
  payments: PaymentProvider | null;
  clock: Clock;
  log: FastifyBaseLogger;
  timeoutMs?: number | undefined;
};

/** The fees that the card provider took, which replace the estimate of the order's placing. */
export function takenFees({ database, payments, clock, log, timeoutMs }: TakenFeesOptions) {
  return {
    /** Asks for the fees of an order whose money was taken, and books them. False if it must be asked again. */
    async book(row: OrderRow): Promise<boolean> {
      const reference = row.payment_reference;
      if (row.card_fee_taken !== null || reference === null || row.payment_account === null) return true;
      if (payments?.decides !== 'remotely') return true;
      const told = await inTime(() => payments.readFees(reference), timeoutMs);
      if (told.kind === 'unknown') {
        log.warn({ event: 'fees-unknown', orderId: row.id, reason: told.message });
        // The estimate then stays.
        return wasAskedLongEnough(row.completed_at ?? row.created_at, clock.now());
      }
      const booking = feesBooking(row, told.fees, clock.now());
      await database.run(bookFees, [JSON.stringify({ order_id: row.id, ...told.fees, ...booking })]);
      return true;
    },
  };
}
