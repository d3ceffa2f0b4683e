import { z } from 'zod';
import { itemStatuses } from '../base/order-statuses.ts';
import { id, time } from './fields.ts';

/**
 * A ready time that a customer was promised: a whole minute, kept until it has passed. `server`: the server moved the
 * promise because its minute was about to pass.
 */
const readyPromise = z.object({
  readyBy: time,
  /** When it was made, and at which screen; null if that did not say, and for the server. */
  at: time,
  by: z.enum(['screen', 'server']),
  screenName: z.string().nullable(),
});
export type ReadyPromise = z.infer<typeof readyPromise>;

/** How far a line is, and when it was made; that is left out until then, and of lines made before it was kept. */
export const lineStage = z.object({ id, status: z.enum(itemStatuses), readyAt: time.optional() });
export type LineStage = z.infer<typeof lineStage>;

/** Of an order, as staff see it. */
export const ordersReadyTime = {
  /** When all its lines were ready; left out until then. */
  readyAt: time.optional(),
  /** The ready times that its customer was promised, oldest first; left out if there are none. */
  promises: z.array(readyPromise).optional(),
};

/** The ready time that is promised; without it, or if it has passed, it is estimated. */
export const acceptBody = z.strictObject({ readyBy: time.optional() });
/** The new ready time, which must lie ahead. */
export const readyTimeBody = z.strictObject({ readyBy: time });
/** When each new order would be ready if it were accepted now; none of an outlet that promises no ready time. */
export const readyEstimates = z.object({
  estimates: z.array(z.object({ orderId: id, readyBy: time })),
});
export type ReadyEstimates = z.infer<typeof readyEstimates>;

/** When an order will be ready as its customer is told, and what was promised first if that was moved since. */
export const customersReadyTime = z.object({
  readyBy: time,
  movedFrom: time.nullable(),
  /** When it was. */
  readyAt: time.nullable(),
});
