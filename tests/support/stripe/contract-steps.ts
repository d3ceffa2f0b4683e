import { randomUUID } from 'node:crypto';
import { pence } from '#shared/base/money.ts';
import type { CardBooks } from '../../../server/payments/card-books.ts';
import type { RemoteProvider } from '../../../server/payments/payment-provider.ts';

/** Assumptions about Stripe, checked against the stand-in by the tests and against Stripe's test mode by a script. */
export type ContractCase = {
  name: string;
  /** Rejects where Stripe does otherwise, and with {@link NotTried} where this account cannot show it. */
  run(provider: RemoteProvider, account: string, books: CardBooks, anybody: Anybody): Promise<void>;
};

/** Tries a card on an intent whose secret they know, with the platform's publishable key; null where none is given. */
export type Anybody =
  | ((clientSecret: string, card: string) => Promise<{ status: number; message: string }>)
  | null;

/** Nothing is wrong, and nothing is proved. */
export class NotTried extends Error {}

export const amount = pence(620);

export function ask(provider: RemoteProvider, account: string, method: string, orderId = randomUUID()) {
  return provider.requestHold({
    orderId,
    account,
    amount,
    applicationFee: pence(5),
    method,
    idempotencyKey: `hold:${orderId}`,
  });
}

export async function held(provider: RemoteProvider, account: string, method = 'pm_card_visa') {
  const orderId = randomUUID();
  const hold = await ask(provider, account, method, orderId);
  if (hold.kind !== 'held') throw new Error(`The hold is ${JSON.stringify(hold)}`);
  const step = (kind: string) => ({
    orderId,
    reference: hold.reference,
    amount,
    idempotencyKey: `${kind}:${orderId}`,
  });
  const refund = (refundId: string, part: number) =>
    provider.refund({
      ...step('refund'),
      refundId,
      amount: pence(part),
      known: new Set(),
      idempotencyKey: `refund:${refundId}`,
    });
  return { orderId, hold, step, refund };
}
export const done = { kind: 'done' };
