import { z } from 'zod';
import { unheardReasons } from '../base/hearing.ts';
import { id, time } from './fields.ts';

/** What of a seller's nobody takes care of (D33); most urgent first. */
export const unattended = z.object({
  /** Pending orders that no screen has rung for, or shown a notification of, within 20 s (D74). */
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
  /** Screens that watch an outlet which trades, and do not hear its orders: they cannot sound, or were signed out. */
  screens: z.array(
    z.object({
      outletId: id,
      outletName: z.string(),
      screenId: z.string(),
      screenName: z.string(),
      why: z.enum(unheardReasons),
      since: time,
    }),
  ),
});
export type Unattended = z.infer<typeof unattended>;
