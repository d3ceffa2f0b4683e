import { z } from 'zod';

/** The card that an order was paid with, never more of its number than this; `brand` as its provider names it. */
export const paidCard = z.object({
  brand: z.string().regex(/^\D*$/).nullable(),
  lastFour: z.string().regex(/^\d{4}$/),
});
export type PaidCard = z.infer<typeof paidCard>;
