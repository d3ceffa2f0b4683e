import { z } from 'zod';
import { alertChannels, LATEST_RUNG_S, rungNames, SOONEST_RUNG_S } from '../base/rungs.ts';
import { email, id, time } from './fields.ts';
import { pushSubscription } from './push-subscription.ts';

/** `again` waits at least this long after what it repeats, in seconds. */
export const AGAIN_AFTER_S = 15;
const MOST_EMAILS = 5;
export const MOST_PHONES = 20;
/** How long a drill waits for answers, in ms. */
export const DRILL_MS = 20_000;

const rung = z.strictObject({
  on: z.boolean(),
  afterSeconds: z
    .int()
    .min(SOONEST_RUNG_S, `At least ${SOONEST_RUNG_S} seconds.`)
    .max(LATEST_RUNG_S, `At most ${LATEST_RUNG_S} seconds.`),
});
export const rungs = z.strictObject({ screens: rung, phones: rung, messages: rung, again: rung });
export type Rungs = z.infer<typeof rungs>;

/** The rungs of an outlet that has set none. */
export const usualRungs: Rungs = {
  screens: { on: true, afterSeconds: 20 },
  phones: { on: true, afterSeconds: 45 },
  messages: { on: true, afterSeconds: 75 },
  again: { on: true, afterSeconds: 120 },
};

const askForAddress = 'Please give an address that begins with https://.';
/** Empty: none. User info is refused: it would be stored, and shown to whoever reads the address. */
const webhookAddress = z.union([
  z.literal(''),
  z
    .url({ protocol: /^https?$/, error: askForAddress })
    .max(500)
    .refine((address) => !/^https?:\/\/[^/?#]*@/i.test(address), askForAddress),
]);

export const escalationBody = z.strictObject({
  rungs,
  emails: z
    .array(email)
    .max(MOST_EMAILS, `At most ${MOST_EMAILS} addresses.`)
    .transform((all) => [...new Set(all)]),
  webhookUrl: webhookAddress,
  /** Makes a new secret; the old one is no longer used. */
  newWebhookKey: z.boolean().optional(),
});
export type EscalationBody = z.infer<typeof escalationBody>;

const alertChannel = z.enum(alertChannels);

/**
 * A phone or browser that takes notifications for the outlet. `goneAt`: since when its push service says that it is gone,
 * so that it must be added again; left out otherwise.
 */
const alertPhone = z.object({ id, name: z.string(), addedAt: time, goneAt: time.optional() });

/** Whom an outlet tells of an order that nobody has seen, and when. */
export const escalation = z.object({
  rungs,
  emails: z.array(z.string()),
  webhookUrl: z.string(),
  /** Signs what the webhook gets; null without a webhook. */
  webhookKey: z.string().nullable(),
  phones: z.array(alertPhone),
  /** The server's public key, which a browser subscribes with. */
  pushKey: z.string(),
  /** Channels that reach nobody: the server has no sender for them, nobody is named, or all who are named are gone. */
  missing: z.array(z.object({ channel: alertChannel, why: z.enum(['no-sender', 'nobody']) })),
});
export type Escalation = z.infer<typeof escalation>;

export const phoneBody = pushSubscription.extend({ name: z.string().trim().min(1).max(120) });
export type PhoneBody = z.infer<typeof phoneBody>;

/** What was sent to one person or device, and what became of it. */
export const alert = z.object({
  rung: z.enum([...rungNames, 'drill']),
  channel: alertChannel,
  /** An address, or the name of a phone or screen. */
  name: z.string(),
  at: time,
  /** `stopped`: somebody answered before it was delivered. */
  state: z.enum(['sending', 'delivered', 'failed', 'stopped']),
  /** Why it failed, in words for the seller. */
  why: z.string().optional(),
  /** When the phone showed it, or the screen rang. */
  arrivedAt: time.optional(),
});
export type Alert = z.infer<typeof alert>;

export const drill = z.object({
  id,
  startedAt: time,
  endsAt: time,
  /** For each person and device; `waiting` until its answer has come or the drill has ended. */
  results: z.array(
    z.object({
      channel: alertChannel,
      name: z.string(),
      result: z.enum(['waiting', 'arrived', 'missing']),
      why: z.string().optional(),
    }),
  ),
});
export type Drill = z.infer<typeof drill>;

/** Every screen of the seller rings for it: an order that nobody has seen, or a drill. */
export const alarm = z.object({
  /** The order's id, or the drill's. */
  id,
  drill: z.boolean(),
  outletId: id,
  outletName: z.string(),
  /** Null for a drill. */
  orderNumber: z.int().nullable(),
  tableNumber: z.string().nullable(),
  since: time,
});
export type Alarm = z.infer<typeof alarm>;

export const heardBody = z.strictObject({
  /** The ids of alarms that this screen rings for. */
  alarms: z.array(id).min(1).max(100),
  screenId: id,
  screenName: z.string().trim().min(1).max(120),
});
