import { recordAudit } from '../../audit/audit-log.ts';
import type { Database } from '../../database/database.ts';
import type { CardEvent } from '../../payments/stripe-events.ts';

/** Longer than the three days for which Stripe repeats an event. */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000;

export function cardEventsRepository({ kysely }: Database) {
  return {
    /**
     * Processes an event once, however often it arrives: in the same transaction it makes the provider due to be
     * asked about the order. The event's own content is not trusted, so the order of events does not matter. Its
     * account must be the one that the order is paid to. False for an event that was processed before.
     */
    async take(event: CardEvent, now: Date): Promise<boolean> {
      const { id, account, orderId } = event;
      return kysely.transaction().execute(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('card_events')
          .values({ id, received_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (!numInsertedOrUpdatedRows) return false;
        if (account !== null && orderId !== null) {
          const { numUpdatedRows } = await tx
            .updateTable('orders')
            .set({ payment_due_at: now })
            .where('id', '=', orderId)
            .where('payment_account', '=', account)
            .executeTakeFirst();
          if (numUpdatedRows > 0n)
            await tx
              .updateTable('refunds')
              .set({ due_at: now })
              .where('order_id', '=', orderId)
              .where('status', '=', 'pending')
              .execute();
        }
        if (account !== null && event.movesBalance)
          await tx
            .updateTable('card_accounts')
            .set({ due_at: now })
            .where('id', '=', account)
            .where('due_at', '>', now)
            .execute();
        if (account !== null && event.disconnects) {
          const lost = await tx
            .updateTable('accounts')
            .set({
              stripe_connect_id: null,
              stripe_connect_error: 'This account was disconnected at Stripe. Please connect one again.',
            })
            .where('stripe_connect_id', '=', account)
            // An account that was reconnected after the event stays.
            .where('stripe_connected_at', '<=', event.createdAt)
            .returning('id')
            .execute();
          for (const { id: subjectId } of lost)
            await recordAudit(tx, {
              at: now,
              actorId: null,
              action: 'card-account-lost',
              subjectId,
              details: { account },
            });
        }
        await tx
          .deleteFrom('card_events')
          .where('received_at', '<', new Date(now.getTime() - REMEMBERED_MS))
          .execute();
        return true;
      });
    },
  };
}
