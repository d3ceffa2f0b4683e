import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';
import { CANNOT_CHARGE } from '../../payments/cannot-charge.ts';
import type { OrderChanges } from './order-commits.ts';
import type { OrderRow } from './order-row.ts';

export const NO_CARDS =
  'Cards cannot be taken here just now, and nothing was taken. Please order at the bar.';
/** The change by which the guest reads that, with an order that ends so. */
export const toldNoCards = ({ status }: Pick<OrderRow, 'status'>): OrderChanges => ({
  cancelled_from: status,
  cancel_message: NO_CARDS,
});

type OfSeller = Pick<OrderRow, 'id' | 'outlet_id' | 'payment_account'>;

export type CardRefusals = ReturnType<typeof cardRefusals>;

/** Tells an order's seller that their connected account takes no payments, until one is held on it again. */
export function cardRefusals({ database, log }: { database: Database; log: FastifyBaseLogger }) {
  /** By the account's key, since a guest waits for it. A seller who has connected another account meanwhile is told nothing. */
  const change = ({ outlet_id: outletId, payment_account: account }: OfSeller) =>
    database.kysely
      .updateTable('accounts')
      .where('id', '=', (from) => from.selectFrom('outlets').select('seller_id').where('id', '=', outletId))
      .where('stripe_connect_id', '=', account);
  return {
    async begin(order: OfSeller): Promise<void> {
      await change(order).set({ stripe_connect_error: CANNOT_CHARGE }).execute();
    },
    /** Why another account could not be connected stays. The order stands, so that a failure is only logged. */
    async end(order: OfSeller): Promise<void> {
      try {
        await change(order)
          .set({ stripe_connect_error: null })
          .where('stripe_connect_error', '=', CANNOT_CHARGE)
          .execute();
      } catch (error) {
        log.warn({ err: error, event: 'card-refusal-not-ended', orderId: order.id });
      }
    },
  };
}
