import type { PaidCard } from '#shared/api/paid-card.ts';
import type { Pence } from '#shared/base/money.ts';

/** A provider's decision on a hold on the customer's card. */
export type HoldOutcome =
  | { kind: 'authorised'; reference: string }
  | { kind: 'declined' }
  /** The provider does not know this payment method. */
  | { kind: 'unknown-method' };

/** The state of a hold at a remote provider. */
export type HoldState =
  /** The money is held; it can be taken until `captureBefore`. */
  | { kind: 'held'; reference: string; captureBefore: Date; card: PaidCard | null }
  /** The money has been taken. */
  | { kind: 'taken'; reference: string }
  /** Only a part of it has been taken, at the provider itself, and the rest is gone: a person must look into it there. */
  | { kind: 'partly-taken'; reference: string; message: string }
  /** The customer must confirm it with their bank; `clientSecret` lets their app do so. */
  | { kind: 'action-needed'; reference: string; clientSecret: string }
  /** Their bank has agreed, and nothing is held yet: that takes {@link RemoteProvider.confirmHold}. */
  | { kind: 'to-confirm'; reference: string }
  /** The provider is still deciding. */
  | { kind: 'working'; reference: string }
  /**
   * There is no hold. A reference belongs to an attempt that the customer could still complete, so it must be
   * released.
   */
  | { kind: 'refused'; reference: string | null; message: string }
  /** There is no hold, because the seller's account takes no payments at all just now; the reference is as above. */
  | { kind: 'cannot-charge'; reference: string | null; message: string }
  /**
   * The outcome is unknown: ask again with the same key. `isRepeated`: the provider only repeats a fault of its own for
   * that key, so what came of it is to be looked up.
   */
  | { kind: 'unknown'; message: string; isRepeated?: true };

/** The outcome of a request about held or taken money. */
export type PaymentOutcome =
  | { kind: 'done' }
  /** It was certainly not done. */
  | { kind: 'failed'; message: string }
  /** The outcome is unknown: ask again with the same key. */
  | { kind: 'unknown'; message: string };

/** The outcome of a release. */
export type ReleaseOutcome =
  | PaymentOutcome
  /** There is nothing to release any more: all of the money has been taken, for instance at the provider itself. */
  | { kind: 'taken' }
  /** The same, of a part of the money; the rest is gone. */
  | { kind: 'partly-taken'; message: string };

/** The outcome of a refund. */
export type RefundOutcome =
  | PaymentOutcome
  /**
   * The outcome is unknown, and the provider only repeats a fault of its own for the key. It is asked for with no other key,
   * since both could be made.
   */
  | { kind: 'fault-repeated'; message: string }
  /**
   * Nothing was asked for this time, because the account that took the payment is not connected any more. Whether it was
   * asked for earlier cannot be seen.
   */
  | { kind: 'disconnected' }
  /** The same, because the provider certainly refuses to say what was asked for earlier. */
  | { kind: 'look-up-refused'; message: string }
  /** The same: it is not made so far, and the payment has a refund that whoever asked for this one did not know of. */
  | { kind: 'made-elsewhere' };

/** The payment of one order at the provider. `idempotencyKey` is the same for every attempt of one step. */
export type PaymentStep = {
  orderId: string;
  reference: string | null;
  amount: Pence;
  idempotencyKey: string;
};

/**
 * A full or partial refund of a taken payment; `refundId` is our own. `known` are the provider's ids of those that
 * somebody made there, as far as whoever asked for this one could know of them.
 */
export type RefundStep = PaymentStep & { refundId: string; known: ReadonlySet<string> };

/** A hold to place in the name of the seller's `account` at the provider. */
export type HoldRequest = {
  orderId: string;
  account: string;
  amount: Pence;
  /** The platform's share of the amount. */
  applicationFee: Pence;
  method: string;
  idempotencyKey: string;
};

/** The port to the card provider. No method is called inside a transaction. */
export type PaymentProvider = InProcessProvider | RemoteProvider;

/** What every provider can do once there is a hold. */
type Settlement = {
  /** Takes the held money. */
  capture(step: PaymentStep): Promise<PaymentOutcome>;
  /** Releases a hold, which costs nothing. */
  release(step: PaymentStep): Promise<ReleaseOutcome>;
  /** Gives taken money back; the business bears the fees. */
  refund(step: RefundStep): Promise<RefundOutcome>;
};

/** A provider that decides on holds in this process, so that placing an order is one statement. */
export type InProcessProvider = Settlement & {
  readonly decides: 'in-process';
  /** Reserves the amount without taking it. */
  hold(request: { orderId: string; amount: Pence; method: string }): HoldOutcome;
};

/**
 * A refund at the provider; `refundId` is null if it was not requested here, but at the provider itself. One that
 * failed gave nothing back, even if it had succeeded before.
 */
export type MadeRefund = {
  id: string;
  refundId: string | null;
  amount: Pence;
  madeAt: Date;
  failed: boolean;
};

/** The fees that the provider itself took from a payment: the platform's, and all others. */
export type TakenFees = { platform: Pence; card: Pence };

/** A provider that decides on holds remotely: the order is stored first, then the provider is asked. */
export type RemoteProvider = Settlement & {
  readonly decides: 'remotely';
  /** Reserves the amount without taking it. Within 24 hours the same key gives the same hold. */
  requestHold(request: HoldRequest): Promise<HoldState>;
  /** The current state of the hold with that reference. */
  readHold(reference: string): Promise<HoldState>;
  /**
   * Reserves the amount after the customer's bank has agreed. However often and with however many keys it is asked for,
   * there is one hold.
   */
  confirmHold(step: { reference: string; idempotencyKey: string }): Promise<HoldState>;
  /** Every refund of a taken payment that was completed, or failed. */
  listRefunds(
    reference: string,
  ): Promise<{ kind: 'listed'; refunds: MadeRefund[] } | { kind: 'unknown'; message: string }>;
  /** The fees of a taken payment; unknown as long as the provider has not booked them. */
  readFees(
    reference: string,
  ): Promise<{ kind: 'told'; fees: TakenFees } | { kind: 'unknown'; message: string }>;
  /** Finds the hold for an order whose answer was lost; null if there is none so far. */
  findHold(order: { orderId: string; account: string; placedAt: Date }): Promise<HoldState | null>;
};
