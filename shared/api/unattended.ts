import { z } from 'zod';
import { unheardReasons } from '../base/hearing.ts';
import { alarm } from './escalation.ts';
import { id, time } from './fields.ts';

/** What of a seller's is unattended, most urgent first. */
export const unattended = z.object({
  /** Pending orders that no screen has rung for, or shown a notification of, within 20 s. */
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
  /** Outlets that have traded for 60 s without a screen that listens. */
  outlets: z.array(z.object({ id, name: z.string(), since: time })),
  /** Screens of a trading outlet on which orders are not heard: they cannot sound, or were signed out. */
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
  /** What every screen of the seller rings for; left out if there is nothing. */
  alarms: z.array(alarm).optional(),
});
export type Unattended = z.infer<typeof unattended>;
