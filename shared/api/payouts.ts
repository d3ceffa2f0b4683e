import { z } from 'zod';
import { differenceCauses, disputeStates, payoutLineKinds, payoutStates } from '../base/payouts.ts';
import { id, time } from './fields.ts';

export type DifferenceCause = (typeof differenceCauses)[number];

/** The order that something is of, with where it is found; null where it is of none. */
const orderNamed = {
  order: z
    .object({ id, orderNumber: z.int(), outletId: id, outletName: z.string(), tradingSessionId: id })
    .nullable(),
};
export type OrderNamed = {
  id: string;
  orderNumber: number;
  outletId: string;
  outletName: string;
  tradingSessionId: string;
};

export const moneyDifference = z.object({
  id,
  cause: z.enum(differenceCauses),
  /** What the seller has more by it, in pence; mostly negative. */
  amount: z.int(),
  at: time,
  /** The ledger holds it too. What it does not hold is unexplained. */
  booked: z.boolean(),
  ...orderNamed,
});
export type MoneyDifference = z.infer<typeof moneyDifference>;

export type PayoutState = Payout['state'];

/** A payout and what it is made of, in pence; the parts add up to its amount, and are null before they are known. */
export const payout = z.object({
  id,
  madeAt: time,
  arrivesAt: time,
  amount: z.int(),
  state: z.enum(payoutStates),
  failure: z.string().nullable(),
  parts: z
    .object({
      orders: z.int().min(0),
      taken: z.int(),
      fees: z.int(),
      refunds: z.int(),
      disputes: z.int(),
      other: z.int(),
    })
    .nullable(),
});
export type Payout = z.infer<typeof payout>;

export const payoutLine = z.object({
  id,
  kind: z.enum(payoutLineKinds),
  at: time,
  amount: z.int(),
  fees: z.int(),
  net: z.int(),
  ...orderNamed,
});
export type PayoutLine = z.infer<typeof payoutLine>;

/** A payment that the customer's bank took back or, in an inquiry, asks about. */
export const dispute = z.object({
  id,
  amount: z.int().min(0),
  state: z.enum(disputeStates),
  reason: z.string(),
  openedAt: time,
  /** Until when evidence is taken; null if none is. */
  evidenceDueAt: time.nullable(),
  ...orderNamed,
});
export type Dispute = z.infer<typeof dispute>;

/** Each cursor is the `nextCursor` of its list's page before. */
export const payoutsQuery = z.object({
  cursor: id.optional(),
  /** How many payouts. */
  limit: z.coerce.number().int().min(1).max(200).optional(),
  differencesCursor: id.optional(),
});

export const payoutsReply = z.object({
  /** Null if no card account's books are read here. */
  readAt: time.nullable(),
  /** Why the last reading of the books of the account that is connected failed. */
  failure: z.string().nullable(),
  /**
   * What is on its way to the seller's bank, in pence. A payout of an account that is not connected any more and cannot
   * be read is not in it: its `state` is the one that was read last.
   */
  inTransit: z.int(),
  /** A page of them, newest first. */
  payouts: z.array(payout),
  /** The `cursor` for older ones; null on the last page. */
  nextCursor: id.nullable(),
  unexplained: z.object({
    /** What the ledger and the bank's books differ by, in pence; zero if every penny is explained. */
    amount: z.int(),
    /** A page of what was other than expected: what is not booked first, then newest first, at most 200. */
    differences: z.array(moneyDifference),
    /** The `differencesCursor` for further ones; left out on the last page. */
    nextCursor: id.optional(),
  }),
});
export type Payouts = z.infer<typeof payoutsReply>;

export const payoutDetail = z.object({ payout, lines: z.array(payoutLine) });
export type PayoutDetail = z.infer<typeof payoutDetail>;
