import type { Pence } from '#shared/money.ts';

/** What a card provider says of a hold on the customer's card. */
export type HoldOutcome =
  | { kind: 'authorised'; reference: string }
  | { kind: 'declined' }
  /** The provider does not know this way of paying. */
  | { kind: 'unknown-method' };

/** What became of a request about money that is held. Only `done` is certain; anything else is asked again. */
export type PaymentOutcome = { kind: 'done' } | { kind: 'failed'; message: string };

/** The payment of one order at the provider. `idempotencyKey` is the same at every attempt of one step. */
export type PaymentStep = {
  orderId: string;
  reference: string | null;
  amount: Pence;
  idempotencyKey: string;
};

/** The port to whoever moves the money (D40). No method is called inside a transaction. */
export interface PaymentProvider {
  /** Reserves the amount without taking it; decided in this process. */
  hold(request: { orderId: string; amount: Pence; method: string }): HoldOutcome;
  /** Takes what is held. */
  capture(step: PaymentStep): Promise<PaymentOutcome>;
  /** Gives a hold back; costs nothing. */
  release(step: PaymentStep): Promise<PaymentOutcome>;
}
