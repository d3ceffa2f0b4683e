import { z } from 'zod';
import { deafReasons } from '../base/hearing.ts';
import { unable } from './computer.ts';
import { vendorId } from '../base/vendor-id.ts';
import { percent } from './fields.ts';
import { ask, event, nothing, perOrder, tell } from './port.ts';
import { sounds } from './preferences.ts';
import { knownOutlet } from './session.ts';

/** How many orders the till rings for at the most: what is beyond waits behind them, and is not one sound less. */
export const MOST_RINGING = 2_000;

/** Each order that must ring, and after how long it expires by itself, where that is known: the host drops it then. */
const ringing = z
  .array(z.strictObject({ orderId: vendorId, expiresInMs: z.number().min(0).nullable() }))
  .overwrite((orders) => orders.slice(0, MOST_RINGING))
  .readonly();

/** `refused`: they never will be shown; `refused-before`: nor the last time, so the person knows. `undecided`: asked again. */
const notifyOutcome = z.enum(['allowed', 'refused', 'refused-before', 'undecided']);
export type NotifyOutcome = z.infer<typeof notifyOutcome>;

const announcement = z.strictObject({
  orderId: vendorId,
  outletId: vendorId,
  title: z.string().max(200),
  body: z.string().max(500),
});
export type OrderAnnouncement = z.infer<typeof announcement>;

/**
 * What a screen knows of the outlet that it watches, or of several together (watched-outlets.ts): what the host needs in
 * order to stay awake and to stand by.
 */
const watch = z.strictObject({
  ...knownOutlet.shape,
  /** Orders that are not closed yet. */
  openOrders: z.int().min(0),
  /** Why new orders are not heard at this screen; null while they are. */
  deaf: z.strictObject({ why: z.enum(deafReasons), since: z.iso.datetime() }).nullable(),
});
export type OutletWatch = z.infer<typeof watch>;

/** How a person learns of new orders, and of a screen that does not hear them. */
export const alertsPort = {
  /**
   * The orders that must ring now: none is silence. Rings at once for each that is new, then every 5 s until the set is
   * empty. Until a page has said so for the first time, the host rings on for what the page before it asked for.
   */
  setRinging: perOrder(tell(ringing)),
  /**
   * Asks the person whether notifications may be shown, where nobody has decided that yet. To be called from a press, and
   * only when they are about to be wanted: browsers hold a question at any other time against the page.
   */
  askToNotify: ask(nothing, notifyOutcome),
  /** One notification per order, however often it is asked for. */
  announceOrder: perOrder(tell(announcement)),
  /** Somebody could hear or see it: the bell sounded for these orders, or their notification was shown. */
  alerted: event(z.array(vendorId).readonly()),
  /** The person chose an order's notification. */
  orderChosen: event(z.object({ orderId: vendorId, outletId: vendorId })),
  /**
   * What is watched now; null where nothing is. While it is deaf and the outlet is not known to be closed, the host
   * sounds the fault again and again (shared/base/hearing.ts), whatever becomes of the page meanwhile.
   */
  setWatch: tell(watch.nullable()),
  /** A person has heard the fault: it is silent until another begins. */
  dismissFault: tell(nothing),
  /** Rings once as it rings for an order. */
  testRing: tell(nothing),
  /** Sounds unlike the ring: something needs a person, and no order does. */
  soundFault: tell(nothing),
};

/** Calls between the till's own pages and its main process; no screen makes them. */
export const tillAlertsPort = {
  /** For the bell's page: sound once, now. `fault` is no choice of the person's and never for an order. */
  ring: event(
    z.object({ sound: z.enum([...sounds, 'fault']), volumePercent: percent, orderIds: z.array(vendorId) }),
  ),
  /** The bell's page reports for which orders it sounded. */
  sounded: perOrder(tell(z.array(vendorId).max(MOST_RINGING))),
  /** The bell's page reports whether this computer can sound. */
  tellSilent: tell(unable),
  /** The page reports every 5 s that its main thread runs. */
  alive: tell(nothing),
};
