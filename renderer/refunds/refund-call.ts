import type { Order } from '#shared/api/orders.ts';
import { sumPence } from '#shared/base/money.ts';
import type { Client } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { readOrderOrNull } from '../api/read-orders.ts';
import { whoWon } from '../orders/who-won.ts';
import { mayBeDone, untilAnswered, type PressLine } from '../state/until-answered.ts';
import type { RefundDecision } from '../state/refunds-slice.ts';

export type RefundOutcome =
  | { kind: 'made'; order: Order }
  /** Nothing was refunded; `order` is the current order, if the server returned it. */
  | { kind: 'refused'; message: string; order: Order | null }
  /** Whether the money is on its way is unknown. */
  | { kind: 'unknown'; message: string };

/**
 * Requests a refund, or repeats the same request: a server with versions knows its key. A server without versions is
 * only read the second time, because it might refund twice; so is one that answers without the order.
 */
export async function callForRefund(
  client: Client,
  { id: orderId, outletId }: Pick<Order, 'id' | 'outletId'>,
  decision: RefundDecision,
  { again, line, zone }: { again: boolean; line: PressLine; zone: string },
): Promise<RefundOutcome> {
  const { version, idempotencyKey, amount, refunded, lines } = decision;
  const params = { orderId };
  const reason = decision.reason.trim();
  try {
    if (!again || version > 0) {
      const send = (signal?: AbortSignal) =>
        client.call('POST /sellers/orders/refund/:orderId', {
          params,
          body: {
            amountToRefund: amount,
            orderId,
            outletId,
            ...(reason !== '' && { reason }),
            ...(lines && { lines }),
          },
          version,
          idempotencyKey,
          ...(signal && { signal }),
        });
      const order = await (version > 0 ? untilAnswered(send, line) : send());
      if (order) return { kind: 'made', order };
    }
    const order = await client.call('GET /sellers/orders/:orderId', { params });
    if (order.refunded >= refunded + amount) return { kind: 'made', order };
    return { kind: 'unknown', message: 'The server does not show this refund yet.' };
  } catch (error) {
    const failure = failureOf(error);
    const { status, message, current } = failure;
    // Without an answer, or with a server error, it may have been made all the same.
    if (mayBeDone(failure, again) || status === 0 || status >= 500) return { kind: 'unknown', message };
    const standing = readOrderOrNull(current);
    // A server that has lost the key, as after a restore, refuses what it has made.
    if (
      again &&
      status === 409 &&
      standing &&
      standing.refunded - pressedSince(standing, decision) >= refunded + amount
    )
      return { kind: 'made', order: standing };
    const won = status === 409 && standing && whoWon(standing, decision, zone, 'refund');
    return { kind: 'refused', message: won || message, order: standing };
  }
}

/**
 * Pence of refunds that have been pressed since the order was seen: another press than this one has made them. A refund
 * that its server found at the card provider has no press.
 */
function pressedSince({ actions = [], payment }: Order, seen: Pick<Order, 'version'>): number {
  const since = actions.filter(({ action, version }) => action === 'refund' && version > seen.version);
  // A refund has the time of the press that asked for it.
  const pressed = payment.refunds.filter(({ createdAt }) => since.some(({ at }) => at === createdAt));
  return sumPence(pressed.map(({ amount }) => amount));
}
