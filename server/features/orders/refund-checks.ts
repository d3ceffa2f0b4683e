import type { LineCount } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { applyCommand } from '#shared/orders/machine.ts';
import { namedLines } from '#shared/orders/refunded-lines.ts';
import { refuse, type Refusal } from '../../http/refusal.ts';
import { statusFor, type Asked } from './command-runner.ts';
import { stateOf, type OrderRow } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';
import { perhapsARepeat } from './refund-answers.ts';
import type { RefundRow, RefundsRepository } from './refunds-repository.ts';

/** What may speak against a refund before it is reserved. */
export function refundChecks(
  orders: Pick<OrdersRepository, 'withRefunds'>,
  refunds: Pick<RefundsRepository, 'hasUnanswered'>,
) {
  return { chosenOf, refusalOf };

  /**
   * The lines that a refund is for. What other refunds have reserved of a line is gone; one that is reserved after these
   * were read changes the order's version, so that this one is tried again.
   */
  async function chosenOf(row: OrderRow, asks: readonly LineCount[]): Promise<RefundRow['lines'] | Refusal> {
    if (asks.length === 0) return null;
    const [current] = await orders.withRefunds([row]);
    const chosen = namedLines(row.items, current?.payment.refundedLines ?? [], asks);
    if (chosen.kind === 'named') return chosen.lines;
    return refuse(statusFor(chosen.code), chosen.code, chosen.message, { current });
  }

  /** What other refunds have reserved counts as refunded. */
  async function refusalOf(
    row: OrderRow,
    amount: number,
    { ifMatch, idempotency }: Pick<Asked, 'ifMatch' | 'idempotency'>,
  ): Promise<Refusal | null> {
    const current = async () => (await orders.withRefunds([row]))[0];
    if (ifMatch !== null && ifMatch !== row.version)
      return refuse(409, 'VERSION_CONFLICT', 'Somebody else has changed this order.', {
        current: await current(),
      });
    const state = stateOf({ ...row, refunded: pence(row.refunded + row.refund_reserved) });
    const moved = applyCommand(state, { kind: 'refund', amount });
    if (moved.kind === 'refused')
      return refuse(statusFor(moved.code), moved.code, moved.message, { current: await current() });
    const isNamed = ifMatch !== null || idempotency !== null;
    return !isNamed && (await refunds.hasUnanswered(row.id, amount)) ? perhapsARepeat(await current()) : null;
  }
}
