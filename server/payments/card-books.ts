import type { disputeStates, payoutLineKinds, payoutStates } from '#shared/base/payouts.ts';

/** What a movement of the seller's balance at the card provider is of. */
export type LineKind = (typeof payoutLineKinds)[number];

/** One movement of the seller's balance, as the provider booked it; `net` is `amount` less both fees. */
export type BalanceLine = {
  id: string;
  kind: LineKind;
  /** Pence; negative for what leaves the balance. */
  amount: number;
  platformFee: number;
  cardFee: number;
  net: number;
  at: Date;
  /** The provider's id of what it is of: of a refund, dispute or payout, for instance. */
  source: string | null;
  /** The payment that it belongs to. */
  intent: string | null;
  /** The order that the payment names, and our own refund that the refund names. */
  orderId: string | null;
  refundId: string | null;
  /** Where the card is from, as two letters; only of a payment. */
  cardCountry: string | null;
};

export type PayoutState = (typeof payoutStates)[number];
export type CardPayout = {
  id: string;
  amount: number;
  state: PayoutState;
  madeAt: Date;
  arrivesAt: Date;
  failure: string | null;
  /** The provider can say which lines are in it, which it cannot of payouts made by hand. */
  linesKnown: boolean;
};

export type DisputeState = (typeof disputeStates)[number];
export type CardDispute = {
  id: string;
  intent: string | null;
  amount: number;
  state: DisputeState;
  reason: string;
  openedAt: Date;
  /** Until when evidence is taken; null if none is. */
  evidenceDueAt: Date | null;
};

/** From `from`, before `until`. */
export type Span = { from: Date; until: Date };

/** The provider did not give its books; why, as a sentence for a person. */
export class BooksUnread extends Error {}

/** The account is not connected any more. It cannot be read before its seller connects it again. */
export class AccountDisconnected extends BooksUnread {}

/** Reads what the provider booked on a seller's account. Rejects with {@link BooksUnread}. */
export type CardBooks = {
  /** Every movement of the span, oldest first. */
  lines(account: string, span: Span): Promise<BalanceLine[]>;
  /** The lines that a payout pays out, oldest first, without the payout's own. */
  linesOf(account: string, payoutId: string): Promise<BalanceLine[]>;
  payouts(account: string, span: Span): Promise<CardPayout[]>;
  disputes(account: string, span: Span): Promise<CardDispute[]>;
};
