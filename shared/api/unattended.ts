import { z } from 'zod';
import { id, time } from './fields.ts';

/** What of a seller's nobody takes care of (D33); most urgent first. */
export const unattended = z.object({
  /** Pending orders that no till has received within 20 s. */
  orders: z.array(
    z.object({
      id,
      outletId: id,
      outletName: z.string(),
      orderNumber: z.int(),
      tableNumber: z.string().nullable(),
      /** When it was placed and paid for. */
      since: time,
    }),
  ),
  /** Outlets that have traded for 60 s with nobody listening. */
  outlets: z.array(z.object({ id, name: z.string(), since: time })),
});
export type Unattended = z.infer<typeof unattended>;
