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

export type CardRefusals = ReturnType<typeof cardRefusals>;

/** Tells a seller that their connected account takes no payments, until one is held on it again. */
export function cardRefusals({ kysely }: Database) {
  const change = (account: string) => kysely.updateTable('accounts').where('stripe_connect_id', '=', account);
  return {
    async begin(account: string): Promise<void> {
      await change(account).set({ stripe_connect_error: CANNOT_CHARGE }).execute();
    },
    /** Why another account could not be connected stays. */
    async end(account: string): Promise<void> {
      await change(account)
        .set({ stripe_connect_error: null })
        .where('stripe_connect_error', '=', CANNOT_CHARGE)
        .execute();
    },
  };
}
