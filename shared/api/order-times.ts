import { z } from 'zod';
import { stationStages } from '../base/station-stages.ts';
import { id, time } from './fields.ts';

const stationTime = z.object({
  stationId: id,
  stage: z.enum(stationStages),
  at: time,
  /** What the screen was called, or the printer; null if that is unknown. */
  on: z.string().nullable(),
});
export type StationTime = z.infer<typeof stationTime>;

/** How far an order has come among staff. */
export const orderTimes = {
  /** When it came to the outlet, if that is not `createdAt`: a bank may ask first. Left out until then. */
  cameAt: time.optional(),
  /** When a till first received the order, rang for it, and opened or acted on it; left out until then. */
  receivedAt: time.optional(),
  alertedAt: time.optional(),
  seenAt: time.optional(),
  /** The first time of each at each station; left out until there is one, and where there are no stations. */
  stationTimes: z.array(stationTime).optional(),
};
