import { z } from 'zod';
import { ageOutcomes } from '../base/age-outcomes.ts';
import { orderActions } from '../base/order-actions.ts';
import { itemStatuses, orderStatuses } from '../base/order-statuses.ts';
import { LONGEST_MESSAGE } from '../base/customer-message.ts';
import { labelling } from './catalogs.ts';
import { id, note, pencePart, time } from './fields.ts';
import { orderTimes } from './order-times.ts';
import { paidCard } from './paid-card.ts';
import { lineStage, ordersReadyTime } from './ready-times.ts';

/** A chosen option, named and priced as when the order was placed. */
const orderModification = z.object({
  name: z.string(),
  /** The name of its modifier, without which it may mean anything: `Leave out`, of `Onion`. Older orders have none. */
  modifier: z.string().optional(),
  cost: pencePart,
  /** If it differs from its line's. */
  vatRate: labelling.vatRate,
});

/** One line, named and priced as when the order was placed. `cost` is one unit without modifications, in pence. */
export const orderItem = z.object({
  id,
  /** The catalog's item that was ordered; older orders have none. */
  itemId: id.optional(),
  /** The category that it was in; older orders have none. */
  categoryId: id.optional(),
  name: z.string(),
  quantity: z.int().min(1),
  cost: pencePart,
  /** In the menu's order; those of older orders, as they were sent. */
  modifications: z.array(orderModification),
  /**
   * The labelling at that time: the allergens of the item and of all chosen options together; the item's rate, or else
   * the outlet's.
   */
  ...labelling,
  /**
   * `partly`: the item or one of the options was not stated, so it may contain more. Left out if nothing was; also in
   * older orders, whose allergens are the item's alone.
   */
  stated: z.enum(['whole', 'partly']).optional(),
});
export type OrderItem = z.infer<typeof orderItem>;

/** How many of one line of an order. */
const lineCount = z.object({ id, quantity: z.int().min(1).max(99) });
export type LineCount = z.infer<typeof lineCount>;
const refundedLine = lineCount.extend({ name: z.string() });
export type RefundedLine = z.infer<typeof refundedLine>;

/** `lines` are those that it was for; left out if nobody chose any. */
export const refund = z.object({
  id,
  amount: pencePart,
  createdAt: time,
  /** When it was confirmed: so the ledger has it. Left out while it is on its way, and by older servers. */
  settledAt: time.optional(),
  reason: z.string().nullable(),
  lines: z.array(refundedLine).optional(),
});
export type Refund = z.infer<typeof refund>;
/** A refund that was made, and came back because the customer's bank did not take it. */
export const refundThatCameBack = refund.extend({ cameBackAt: time });
export type RefundThatCameBack = z.infer<typeof refundThatCameBack>;

/** What somebody did with an order; `version` is the order's own afterwards. */
export const orderAction = z.object({
  action: z.enum(orderActions),
  at: time,
  /** What the screen was called; null if it did not say. */
  screenName: z.string().nullable(),
  version: z.int(),
});
export type OrderAction = z.infer<typeof orderAction>;

/**
 * What the ledger has of an order, in pence by kind of transaction and account: positive is what the account received.
 * Both are texts, because a newer server may have further ones.
 */
const ledgerSum = z.object({ kind: z.string(), account: z.string(), amount: z.int() });
export type LedgerSum = z.infer<typeof ledgerSum>;

const fee = z.object({ kind: z.enum(['platform', 'card']), amount: pencePart });

/** Tells a screen whether its copy of an order is the same; `uncounted` is what versions do not count. */
export const orderVersion = z.object({ id, version: z.int().min(1), uncounted: z.string() });
export type OrderVersion = z.infer<typeof orderVersion>;

/** An order as staff see it, with amounts in pence; `version` rises with every change. */
export const order = z.object({
  id,
  outletId: id,
  /** Counts from 1 in each trading session; 0 while the order is still to be paid for. */
  orderNumber: z.int().min(0),
  /** A test of the way of an order: no customer, no money, no number, and in no figure; left out for all others. */
  isTest: z.literal(true).optional(),
  status: z.enum(orderStatuses),
  version: z.int().min(1),
  tableNumber: z.string().nullable(),
  customerName: z.string(),
  note: z.string().nullable(),
  /** None of its lines can become ready before the note is ticked as read; left out otherwise. */
  noteUnread: z.literal(true).optional(),
  /** When that was done and at which screen (null if it did not say); left out until then. */
  noteRead: z.object({ at: time, screenName: z.string().nullable() }).optional(),
  items: z.array(orderItem),
  /**
   * The lines that are for people of 18 and over alone: none of them is handed over before `outcome` says that the
   * customer's age was checked, or that they were refused. When and at which screen that was said is null until then.
   * Left out where there are none.
   */
  ageCheck: z
    .object({
      lines: z.array(id),
      outcome: z.enum(ageOutcomes).nullable(),
      at: time.nullable(),
      screenName: z.string().nullable(),
    })
    .optional(),
  itemStatus: z.array(lineStage),
  amount: pencePart,
  serviceCharge: pencePart,
  tip: pencePart,
  fees: z.array(fee),
  /** The sum of the refunds. */
  refunded: pencePart,
  payment: z.object({
    refunds: z.array(refund),
    /** Those that came back, which are in no sum; left out if there are none. */
    cameBack: z.array(refundThatCameBack).optional(),
    /**
     * Why the last attempt to take the money failed; it is retried. Of a cancelled or expired order: that a part of it was
     * taken at the card provider itself.
     */
    captureError: z.string().nullable(),
    /** Left out until the money is held, and where the provider does not say. */
    card: paidCard.optional(),
    /** Pence of refunds that the card provider has not confirmed; left out if there are none. */
    refundPending: pencePart.optional(),
    /** Why the card provider cannot confirm them; left out if it just has not yet. */
    refundProblem: z.string().optional(),
    /** How many of each line are refunded or on their way back, of an order that can be; some servers leave it out. */
    refundedLines: z.array(lineCount).optional(),
    /** The fees that the card provider took; left out until it has said so, and `fees` are an estimate until then. */
    feesTaken: z.array(fee).optional(),
    /** Left out where no money moved, and by servers that tell nothing of it. */
    ledger: z.array(ledgerSum).optional(),
    /** It was accepted, and the hold ended before the money was taken, so it never will be; left out otherwise. */
    lost: z.literal(true).optional(),
  }),
  createdAt: time,
  acceptedAt: time.nullable(),
  ...ordersReadyTime,
  ...orderTimes,
  /** When a pending order expires. */
  expiresAt: time.nullable(),
  /** When the order was closed (handed over). */
  completedAt: time.nullable(),
  /** When it was closed, cancelled or expired; the timer stops here. */
  endedAt: time.nullable(),
  /** `reason` is for staff, `forCustomer` what its customer reads; left out if the customer was told nothing. */
  cancellation: z
    .object({
      reason: z.string().nullable(),
      forCustomer: z.string().optional(),
      stage: z.enum(orderStatuses),
    })
    .nullable(),
  /** What staff did with it, oldest first; left out if that is nothing. */
  actions: z.array(orderAction).optional(),
});
export type Order = z.infer<typeof order>;

export const progressBody = z.strictObject({
  items: z.array(id).min(1).max(200),
  status: z.enum(itemStatuses),
});
/** Whether the customer may have what is for people of 18 and over alone. */
export const checkAgeBody = z.strictObject({ outcome: z.enum(ageOutcomes) });
/** `reason` is for staff; `forCustomer` is why, in words for the customer. */
export const cancelBody = z.strictObject({
  reason: note.optional(),
  forCustomer: z.string().trim().min(1).max(LONGEST_MESSAGE).optional(),
});

/**
 * Pence; refused with 422 unless above zero and at most what is left to refund. `lines` says what it is for; more of a
 * line than is left of it is refused with 409.
 */
export const refundBody = z.strictObject({
  amountToRefund: z.number(),
  reason: note.optional(),
  lines: z
    .array(lineCount)
    .min(1)
    .max(100)
    .refine((lines) => new Set(lines.map((line) => line.id)).size === lines.length, 'Name each line once.')
    .optional(),
  orderId: id.optional(),
  outletId: id.optional(),
});
