import { z } from 'zod';
import { orderingStates, pausedBy } from '../base/ordering-states.ts';
import { time } from './fields.ts';
import { silentReasons } from '../base/hearing.ts';

/** What guests read. `until`: when the pause ends by itself; left out if only a person ends it. */
export const guestOrdering = z.object({
  state: z.enum(orderingStates),
  until: time.optional(),
  /** Why not, for a guest to read. */
  message: z.string().optional(),
});
export type GuestOrdering = z.infer<typeof guestOrdering>;

/** What staff read. */
export const ordering = guestOrdering.extend({
  /** When the pause began, or when the outlet became unattended. */
  since: time.optional(),
  by: z.enum(pausedBy).optional(),
  /** The reason as it was given. */
  reason: z.string().optional(),
  /** The screen that it was paused on, if it has a name. */
  screenName: z.string().optional(),
});
export type Ordering = z.infer<typeof ordering>;

/** `until: null`: until somebody resumes. */
export const pauseBody = z.strictObject({
  until: time.nullable(),
  reason: z.string().trim().min(1, 'Please say why.').max(120),
});

/** A time in which a session took no orders. */
export const pause = z.object({
  from: time,
  /** Null while it lasts. */
  to: time.nullable(),
  /** When it was to end by itself; null if it was not. */
  until: time.nullable(),
  by: z.enum(pausedBy),
  reason: z.string().nullable(),
  screenName: z.string().nullable(),
});
export type Pause = z.infer<typeof pause>;

/** What a screen without a socket says of itself, as it would in a heartbeat. */
export const listeningBody = z.strictObject({
  screenId: z.string().regex(/^[\w-]{1,64}$/),
  screenName: z.string().trim().min(1).max(60),
  silent: z.enum(silentReasons).nullable(),
});
export const listeningReply = z.object({ ordering, serverTime: time });
