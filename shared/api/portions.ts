import { z } from 'zod';
import { id } from './fields.ts';

/** The most that an outlet counts of one item, and how many items it counts. */
export const MOST_LEFT = 9_999;
export const MOST_COUNTED = 200;

const left = z.int().min(0).max(MOST_LEFT);

/** How many an outlet has left of its counted items; the counts end with the session. */
export const portionsReply = z.object({ portions: z.array(z.object({ itemId: id, left })) });
export type PortionsReply = z.infer<typeof portionsReply>;

/** `left` counts from there on, null no longer counts; `by` adds, or takes away as far as nil. */
export const portionsBody = z.union([
  z.strictObject({ itemId: id, left: left.nullable() }),
  z.strictObject({ itemId: id, by: z.int().min(-MOST_LEFT).max(MOST_LEFT) }),
]);
export type PortionsBody = z.infer<typeof portionsBody>;
