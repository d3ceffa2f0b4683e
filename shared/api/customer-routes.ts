import { z } from 'zod';
import { guestCategories, menuHours, soldOutMark } from './catalogs.ts';
import { id, nothing, revisionInAddress } from './fields.ts';
import { placedOrder, placeOrderBody, trackedOrder } from './guest-orders.ts';
import { guestOrdering } from './ordering.ts';
import { menuOutlet, smallOrderFee } from './outlets.ts';
import { pickUp } from './pick-up.ts';
import { pushSubscription } from './push-subscription.ts';

const outletParams = z.object({ outletId: id });
const orderParams = z.object({ orderId: id });
const trackingQuery = z.object({ token: z.string().max(128) });

/**
 * How a guest's app takes a card here: with Stripe's own form, for the seller's account; or, on a server for
 * demonstration, as `test_ok` and `test_declined`.
 */
const guestPayments = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('stripe'), publishableKey: z.string(), account: z.string() }),
  z.object({ provider: z.literal('test') }),
]);
export type GuestPayments = z.infer<typeof guestPayments>;

/** What is sold out, and how many are left of what is counted, once they are few. */
const stock = z.object({ soldOut: z.array(soldOutMark), left: z.record(id, z.int().min(0)) });

/**
 * `version` is another one whenever the menu is. Whoever has a menu with the same `content` needs `stock` alone, which is
 * left out where it is long: then the menu is to be read again.
 */
const menuState = z.object({
  version: z.string(),
  availability: menuOutlet.shape.availability,
  ordering: guestOrdering,
  content: z.string().optional(),
  stock: stock.optional(),
});

/** What a guest's app calls. */
export const customerRoutes = {
  'GET /customers/outlets/:outletId/menu': {
    summary: 'The menu of an outlet, as its customers see it.',
    access: 'anyone',
    params: outletParams,
    reply: z.object({
      /** Names all of it but what `GET /customers/outlets/:outletId/events` tells by itself. */
      content: z.string().optional(),
      outlet: menuOutlet,
      ordering: guestOrdering,
      smallOrderFee: smallOrderFee.optional(),
      /** With what is served now alone, at the prices of now. */
      catalog: z.object({ id, name: z.string(), revision: z.int(), categories: guestCategories }).nullable(),
      hours: menuHours.optional(),
      /** Left out where no card can be taken. */
      payments: guestPayments.optional(),
      /** The server's public key, with which a guest's browser subscribes; left out where guests are told nothing. */
      pushKey: z.string().optional(),
    }),
  },
  'GET /customers/outlets/:outletId/events': {
    summary:
      'Whether an outlet takes orders, as server-sent events: as it is, within two seconds after the stream begins, and again after each change of that or of its menu, and every twenty seconds. The id of an event is another one whenever the menu is; if its `content` is not, only what the event tells has changed.',
    access: 'anyone',
    params: outletParams,
    reply: menuState,
    events: true,
  },
  'GET /customers/outlets/:outletId/pick-up': {
    summary:
      'The orders of an outlet that their guests collect: those that were accepted (`making`), and those that are ready. A pick-up screen shows them to everybody, so of a guest there is only a first name.',
    access: 'anyone',
    params: outletParams,
    reply: pickUp,
  },
  'GET /customers/outlets/:outletId/pick-up/events': {
    summary:
      'The same as server-sent events: as they are, within two seconds after the stream begins, and again after each change, and every ten seconds. The id of an event is another one whenever its data is.',
    access: 'anyone',
    params: outletParams,
    reply: pickUp,
    events: true,
  },
  'POST /customers/outlets/:outletId/orders': {
    summary:
      'Places an order. A declined card is told by the status of the order in the reply. With `repeat=true` none is placed: the reply is the order that was placed with this key and body before, or 404 `NOT_PLACED`. After `repeat=last` and that answer none is ever placed with this key, also not by a request that was sent before and is still on its way. With the `catalogId` and `revision` of the menu that it was chosen from, an order is refused with 409 `MENU_CHANGED` if something in it contains more than that menu told, is less stated, or is for people of 18 and over alone since.',
    access: 'anyone',
    params: outletParams,
    query: z.object({
      repeat: z.enum(['true', 'last']).optional(),
      /** Beside the body: a server that does not know them yet takes the order all the same. */
      catalogId: id.optional(),
      revision: revisionInAddress.optional(),
    }),
    body: placeOrderBody,
    reply: placedOrder,
    status: 201,
    idempotency: 'required',
  },
  'GET /customers/orders/:orderId': {
    summary: 'Follows an order with the tracking token its customer was given.',
    access: 'anyone',
    params: orderParams,
    query: trackingQuery,
    reply: trackedOrder,
  },
  'GET /customers/orders/:orderId/events': {
    summary:
      'The same as server-sent events: the order as it is, and again after each change. The id of an event is the order’s version.',
    access: 'anyone',
    params: orderParams,
    query: trackingQuery,
    reply: trackedOrder,
    events: true,
  },
  'POST /customers/orders/:orderId/notifications': {
    summary:
      'Has a phone or browser told by web push when the order is ready, later than promised, cancelled or expired. The same one again replaces its keys.',
    access: 'anyone',
    params: orderParams,
    query: trackingQuery,
    body: pushSubscription,
    reply: z.object({ id }),
    status: 201,
  },
  'DELETE /customers/orders/:orderId/notifications/:notificationId': {
    summary: 'Has a phone or browser told nothing more of the order.',
    access: 'anyone',
    params: orderParams.extend({ notificationId: id }),
    query: trackingQuery,
    reply: nothing,
  },
} as const;

/** How many phones are told of one order: the guest's own two, and a friend's. */
export const MOST_NOTIFIED = 3;
