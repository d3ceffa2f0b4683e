import type { HoldState, PaymentProvider, RemoteProvider } from '../../payments/payment-provider.ts';
import type { OrderRow } from './order-row.ts';

/**
 * Asks for the hold of an order, or how it stands; null if there is none and asking again brings none. An expired order's
 * hold is only looked up: asking could place a hold that nobody wants. So is one on which the provider failed for good: it
 * is not asked for with another key, as the provider may still place what it failed on.
 */
export async function askForHold(
  provider: RemoteProvider,
  row: OrderRow,
  overdue: boolean,
): Promise<HoldState | null> {
  const { id: orderId, payment_account, created_at: placedAt } = row;
  const account = payment_account ?? '';
  if (row.payment_reference !== null) return provider.readHold(row.payment_reference);
  if (overdue) return provider.findHold({ orderId, account, placedAt });
  const asked = await provider.requestHold({
    orderId,
    account,
    amount: row.amount,
    applicationFee: row.platform_fee,
    method: row.payment_method ?? '',
    idempotencyKey: `hold:${orderId}`,
  });
  const isRepeated = asked.kind === 'unknown' && asked.isRepeated === true;
  return isRepeated ? provider.findHold({ orderId, account, placedAt }) : asked;
}

/**
 * Asks for the hold that the customer's bank has agreed to. Each try has a key of its own, because a key would repeat the
 * answer from before a second question of the bank; there is one hold all the same.
 */
export function confirmHold(
  provider: RemoteProvider,
  { id, payment_attempts: attempts }: OrderRow,
  reference: string,
): Promise<HoldState> {
  return provider.confirmHold({ reference, idempotencyKey: `confirm:${id}:${attempts}` });
}

export function remote(payments: PaymentProvider | null): RemoteProvider | null {
  return payments?.decides === 'remotely' ? payments : null;
}
