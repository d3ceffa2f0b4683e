import type { Order } from '#shared/api/orders.ts';
import type { Client } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { readOrderOrNull } from '../api/read-orders.ts';
import type { RefundDecision } from '../state/refunds-slice.ts';

export type RefundOutcome =
  | { kind: 'made'; order: Order }
  /** Nothing was given back; `order` as it stands, where the server said. */
  | { kind: 'refused'; message: string; order: Order | null }
  /** Nobody knows yet whether the money is on its way. */
  | { kind: 'unknown'; message: string };

/**
 * Asks for a refund, or asks again about the same one: a server with versions knows its key (D10). One without is only
 * looked at the second time, for it might give the money back twice; so is one that answers without the order.
 */
export async function callForRefund(
  client: Client,
  { id: orderId, outletId }: Pick<Order, 'id' | 'outletId'>,
  decision: RefundDecision,
  again: boolean,
): Promise<RefundOutcome> {
  const { version, idempotencyKey, amount, refunded } = decision;
  const params = { orderId };
  const reason = decision.reason.trim();
  try {
    if (!again || version > 0) {
      const order = await client.call('POST /sellers/orders/refund/:orderId', {
        params,
        body: { amountToRefund: amount, orderId, outletId, ...(reason !== '' && { reason }) },
        version,
        idempotencyKey,
      });
      if (order) return { kind: 'made', order };
    }
    const order = await client.call('GET /sellers/orders/:orderId', { params });
    if (order.refunded >= refunded + amount) return { kind: 'made', order };
    return { kind: 'unknown', message: 'The server does not show this refund yet.' };
  } catch (error) {
    const { status, message, current } = failureOf(error);
    // Without an answer, or with one from a server in trouble, it may have been made all the same.
    if (status === 0 || status >= 500) return { kind: 'unknown', message };
    return { kind: 'refused', message, order: readOrderOrNull(current) };
  }
}
