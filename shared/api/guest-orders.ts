import { z } from 'zod';
import { LONGEST_TABLE } from '../base/table-names.ts';
import { id, note, pencePart, time } from './fields.ts';
import { order } from './orders.ts';
import { customersReadyTime } from './ready-times.ts';

/** A customer's order. `option` is the option's name; prices come from the catalog alone. */
export const placeOrderBody = z
  .strictObject({
    customerName: z.string().trim().min(1, 'Please give a name.').max(80),
    tableNumber: z.string().trim().max(LONGEST_TABLE).optional(),
    /** What stands behind `/t/` in the address of a table's code, in place of `tableNumber`; only the server can make it. */
    signedTable: z.string().max(128).optional(),
    note: note.optional(),
    tip: pencePart.optional(),
    items: z
      .array(
        z.strictObject({
          itemId: id,
          quantity: z.int().min(1).max(99),
          modifications: z
            .array(z.strictObject({ modifierId: id, option: z.string().min(1).max(120) }))
            .max(60)
            .optional(),
        }),
      )
      .min(1, 'Please choose at least one item.')
      .max(100),
    paymentMethod: z.string().min(1).max(255),
    /** `hours.asOf` of the menu that it was chosen from. The server believes nothing older than five minutes. */
    menuAsOf: time.optional(),
    /** What the guest was shown that they will pay, in pence, with tip and fee. An order that would cost more is refused. */
    expectedAmount: pencePart.optional(),
  })
  .refine((body) => body.tableNumber === undefined || body.signedTable === undefined, {
    message: 'Please name the table once: as tableNumber or as signedTable.',
    path: ['signedTable'],
  });
export type PlaceOrderBody = z.infer<typeof placeOrderBody>;

/**
 * The order as it was placed. Its status is `payment_working` while the card provider decides. With a `clientSecret`
 * the customer's bank asks for a confirmation first, which Stripe.js shows by `handleNextAction`; then the same request is
 * repeated, which completes the payment, and may be repeated to learn the outcome.
 */
export const placedOrder = z.object({
  order,
  trackingToken: z.string(),
  clientSecret: z.string().optional(),
});
/** An order as its customer follows it, without fees or staff. */
export const trackedOrder = order
  .pick({
    id: true,
    orderNumber: true,
    status: true,
    tableNumber: true,
    items: true,
    itemStatus: true,
    amount: true,
    serviceCharge: true,
    tip: true,
    refunded: true,
    createdAt: true,
    expiresAt: true,
    completedAt: true,
    endedAt: true,
  })
  .extend({
    /** Why it ended without being delivered, in words for its customer; null if it did not. */
    message: z.string().nullable(),
    /** Left out where nothing is promised. */
    readyTime: customersReadyTime.optional(),
  });
