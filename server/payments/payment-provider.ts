import type { Pence } from '#shared/base/money.ts';

/** What a card provider says of a hold on the customer's card. */
export type HoldOutcome =
  | { kind: 'authorised'; reference: string }
  | { kind: 'declined' }
  /** The provider does not know this way of paying. */
  | { kind: 'unknown-method' };

/** How a hold stands at a provider that is asked over the network. */
export type HoldState =
  /** The money is held; it can be taken until `captureBefore`. */
  | { kind: 'held'; reference: string; captureBefore: Date }
  /** The money has been taken. */
  | { kind: 'taken'; reference: string }
  /** The customer must confirm it with their bank; `clientSecret` lets their app do so. */
  | { kind: 'action-needed'; reference: string; clientSecret: string }
  /** The provider is still deciding. */
  | { kind: 'working'; reference: string }
  /** There is no hold. A reference is of an attempt that the customer could still take up: it is to be released. */
  | { kind: 'refused'; reference: string | null; message: string }
  /** Nobody knows: ask again with the same key. */
  | { kind: 'unknown'; message: string };

/** What became of a request about money that is held or taken. */
export type PaymentOutcome =
  | { kind: 'done' }
  /** Certainly not done. */
  | { kind: 'failed'; message: string }
  /** Nobody knows: ask again with the same key. */
  | { kind: 'unknown'; message: string };

/** The payment of one order at the provider. `idempotencyKey` is the same at every attempt of one step. */
export type PaymentStep = {
  orderId: string;
  reference: string | null;
  amount: Pence;
  idempotencyKey: string;
};

/** Part or all of a taken payment on its way back; `refundId` is our own. */
export type RefundStep = PaymentStep & { refundId: string };

/** A hold to be placed in the name of the seller's `account` at the provider. */
export type HoldRequest = {
  orderId: string;
  account: string;
  amount: Pence;
  /** The platform's part of the amount (D23). */
  applicationFee: Pence;
  method: string;
  idempotencyKey: string;
};

/** The port to whoever moves the money (D40). No method is called inside a transaction. */
export type PaymentProvider = InProcessProvider | RemoteProvider;

/** What every provider does once there is a hold. */
type Settlement = {
  /** Takes what is held. */
  capture(step: PaymentStep): Promise<PaymentOutcome>;
  /** Gives a hold back; costs nothing. */
  release(step: PaymentStep): Promise<PaymentOutcome>;
  /** Gives money back that was taken; the fees stay with the business. */
  refund(step: RefundStep): Promise<PaymentOutcome>;
};

/** Decides on holds in this process, so that placing an order is one statement. */
export type InProcessProvider = Settlement & {
  readonly decides: 'in-process';
  /** Reserves the amount without taking it. */
  hold(request: { orderId: string; amount: Pence; method: string }): HoldOutcome;
};

/** A refund the provider has made; `refundId` is null where it was not asked for here, but at the provider itself. */
export type MadeRefund = { id: string; refundId: string | null; amount: Pence; madeAt: Date };

/** Decides on holds elsewhere: the order is written first, then the provider is asked. */
export type RemoteProvider = Settlement & {
  readonly decides: 'remotely';
  /** Reserves the amount without taking it. Asked again with the same key it is the same hold, for 24 hours. */
  requestHold(request: HoldRequest): Promise<HoldState>;
  /** How the hold of that reference stands now. */
  readHold(reference: string): Promise<HoldState>;
  /** Every refund of a taken payment that has gone through. */
  listRefunds(
    reference: string,
  ): Promise<{ kind: 'listed'; refunds: MadeRefund[] } | { kind: 'unknown'; message: string }>;
  /** The hold that was asked for an order whose answer was lost; null where there certainly is none. */
  findHold(order: { orderId: string; account: string; placedAt: Date }): Promise<HoldState | null>;
};
