import { z } from 'zod';
import { menuOutlet } from './outlets.ts';

/** As an order is called at the counter: `name` is one first name, or null where none can be told apart. */
const pickUpOrder = z.object({ number: z.int(), name: z.string().nullable() });
export type PickUpOrder = z.infer<typeof pickUpOrder>;

/** Most orders of either list; the others are only counted. */
export const MOST_PICK_UPS = 100;

/** The orders of an outlet that their guests collect. */
export const pickUp = z.object({
  outlet: menuOutlet.pick({ name: true, availability: true }),
  /** By number. */
  making: z.array(pickUpOrder).max(MOST_PICK_UPS),
  /** What became ready last is first. */
  ready: z.array(pickUpOrder).max(MOST_PICK_UPS),
  /** How many more there are of each. */
  more: z.object({ making: z.int(), ready: z.int() }),
});
export type PickUp = z.infer<typeof pickUp>;
