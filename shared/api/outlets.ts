import { z } from 'zod';
import { vatRates } from '../base/labelling.ts';
import { orderExpiry } from '../base/order-expiry.ts';
import { outletServices } from '../base/outlet-services.ts';
import { accountStatusReply } from './accounts.ts';
import { hours } from './catalogs.ts';
import { email, id, line, name, pencePart, telephone, time, webAddress } from './fields.ts';
import { ordering, pause } from './ordering.ts';
import { order, refund, refundThatCameBack } from './orders.ts';
import { imageAddress } from './images.ts';
import { isTimeZone } from '../base/time-zones.ts';
import { keptReadiness } from './readiness.ts';
import { outletStations } from './stations.ts';

/** `table-number`: "Require a table number", the default. `order-number`: "Order number only". */
export const serviceTypes = ['table-number', 'order-number'] as const;
const serviceType = z.enum(serviceTypes);

/** How many minutes an order waits for an answer; null: as many as the server is set to. */
const orderExpiryMinutes = z.int().min(orderExpiry.fewest).max(orderExpiry.most).nullable();

/** A name of the IANA's list. */
const timeZone = z.string().max(64).refine(isTimeZone, 'Please choose a time zone, such as Europe/London.');

/** Letters and digits, with or without the country's two letters; may be empty. */
const vatNumber = z
  .string()
  .max(40)
  .transform((typed) => typed.replaceAll(/\s/g, '').toUpperCase())
  .refine(
    (typed) => /^(?:|(?=.*\d{3})(?:[A-Z]{2})?[0-9A-Z]{5,13})$/.test(typed),
    'Please give a VAT number, such as GB123456789.',
  );
const vatRate = z.literal(vatRates).nullable();

const service = z.object({
  name: z.string().max(60),
  slug: z.string().regex(/^[a-z0-9-]{1,40}$/),
  optional: z.boolean().optional(),
});

/** One of the known services; its label is the product's own, whatever the client sends. */
const offeredService = z
  .strictObject({
    slug: z.enum(outletServices.map(({ slug }) => slug)),
    name: z.string().max(60).optional(),
    optional: z.boolean().optional(),
  })
  .transform(({ slug, optional }) => ({
    slug,
    name: outletServices.find((known) => known.slug === slug)?.name ?? slug,
    ...(optional !== undefined && { optional }),
  }));

function onePerSlug<T extends { slug: string }>(services: T[]): T[] {
  return services.filter(({ slug }, at) => services.findIndex((other) => other.slug === slug) === at);
}

/**
 * Creates and edits an outlet. Only the name is required; other fields that are left out start empty, or stay as they
 * were.
 */
export const outletBody = z.strictObject({
  name,
  url: webAddress.optional(),
  telephone: telephone.optional(),
  email: z.union([z.literal(''), email]).optional(),
  lineOne: line.optional(),
  lineTwo: line.optional(),
  city: line.optional(),
  county: line.optional(),
  country: line.optional(),
  postcode: line.optional(),
  buildingNameOrNumber: line.optional(),
  street: line.optional(),
  lat: z.number().min(-90).max(90).optional(),
  lon: z.number().min(-180).max(180).optional(),
  services: z.array(offeredService).max(30).transform(onePerSlug).optional(),
  serviceTypeSelected: serviceType.optional(),
  orderExpiryMinutes: orderExpiryMinutes.optional(),
  timeZone: timeZone.optional(),
  vatNumber: vatNumber.optional(),
  vatRate: vatRate.optional(),
  pricesIncludeVat: z.boolean().optional(),
  promisesReadyTime: z.boolean().optional(),
  guestPage: z.boolean().optional(),
});

/** A trading session; `numberOfOrders` and `totalEarnings` never change after the finish. */
export const tradingSession = z.object({
  id,
  outletId: id,
  startedAt: time,
  finishedAt: time.nullable(),
  numberOfOrders: z.int().min(0),
  /** What was taken from cards by the finish, less the refunds until then. */
  totalEarnings: z.int(),
  /** What was accepted and is not taken yet, and what can never be taken; now, also of a finished session. */
  atRisk: z.int().min(0).optional(),
  lost: z.int().min(0).optional(),
  /** What was found before it began; only in the reply about one session, and left out if nothing was checked. */
  readiness: keptReadiness.optional(),
});
export type TradingSession = z.infer<typeof tradingSession>;
/** A session as a client has it: figures that another server leaves out are null, and a missing time is empty. */
export type KnownSession = Omit<TradingSession, 'numberOfOrders' | 'totalEarnings'> & {
  numberOfOrders: number | null;
  totalEarnings: number | null;
};

/** What ends at `at` by the menu's hours goes on until `until`. */
export const putOff = z.strictObject({ at: time, until: time });

/** A category that cannot be ordered from at all times; `items` has the hours of its items, if each has some. */
const limitedCategory = z.object({
  name: z.string(),
  hours: hours.optional(),
  items: z.array(hours).optional(),
});

export const outlet = z.object({
  id,
  name: z.string(),
  url: z.string(),
  telephone: z.string(),
  email: z.string(),
  lineOne: z.string(),
  lineTwo: z.string(),
  city: z.string(),
  county: z.string(),
  country: z.string(),
  postcode: z.string(),
  buildingNameOrNumber: z.string(),
  street: z.string(),
  lat: z.number(),
  lon: z.number(),
  services: z.array(service),
  serviceTypes: z.array(serviceType),
  serviceTypeSelected: serviceType,
  orderExpiryMinutes: orderExpiryMinutes.optional(),
  /** By which its hours, days and documents are told; a server may leave it out. */
  timeZone: z.string().optional(),
  /** Empty if it has none. A server may leave out all that concerns VAT. */
  vatNumber: z.string().optional(),
  /** The rate of what has none of its own, in per cent; null if that bears none. */
  vatRate: vatRate.optional(),
  /** Whether the menu's prices include VAT; otherwise guests see and pay them with VAT added. */
  pricesIncludeVat: z.boolean().optional(),
  /** Whether accepting an order promises its customer when it will be ready; a server may leave it out. */
  promisesReadyTime: z.boolean().optional(),
  /** Whether its guests can order on the server's own page, `/o/` and its id; a server that has none leaves it out. */
  guestPage: z.boolean().optional(),
  availability: z.enum(['open', 'closed']),
  accountStatus: accountStatusReply,
  catalog: z.object({ id, name: z.string() }).nullable(),
  catalogId: id.nullable(),
  brandImageUrl: imageAddress.nullable(),
  tradingSession: z.object({ id, startedAt: time }).nullable(),
  /** When something of its menu can be ordered for the last time; left out if that has no hours. */
  menuHours: z.object({ categories: z.array(limitedCategory), always: z.boolean() }).optional(),
  /** The ends of hours that were put off; a server may leave them out. */
  putOff: z.array(putOff).optional(),
  /** Whether it takes orders now; a server may leave it out. */
  ordering: ordering.optional(),
  /** Where its lines are made; a server that knows no stations leaves it out. */
  stations: outletStations.optional(),
});
export type Outlet = z.infer<typeof outlet>;

/** The outlet with its sessions, newest first. */
export const outletWithSessions = outlet.extend({ tradingSessions: z.array(tradingSession) });
const ofOrder = { orderId: id, orderNumber: z.int() };
/** A refund that came after its session was finished. */
export const adjustment = refund.extend(ofOrder);
export type Adjustment = z.infer<typeof adjustment>;
/** Money of a closed order that was taken after its session was finished. */
export const takenLater = adjustment.omit({ id: true, reason: true, lines: true });
export type TakenLater = z.infer<typeof takenLater>;
/** A refund that came back after its session was finished; it may have been made after that, too. */
export const cameBackLater = refundThatCameBack.extend({ ...ofOrder, madeAfterFinish: z.boolean() });
export type CameBackLater = z.infer<typeof cameBackLater>;
/** One session with its orders, newest first, without those that were never paid for. */
export const periodReply = z.object({
  outlet,
  period: tradingSession,
  orders: z.array(order),
  /** Refunds made after the session was finished, oldest first; the session's figures leave them out. */
  adjustments: z.array(adjustment),
  /** The same for money that was taken only then; a server may leave it out. */
  takenLater: z.array(takenLater).optional(),
  /** Refunds that came back only then, which are in no other list; a server may leave them out. */
  cameBack: z.array(cameBackLater).optional(),
  /** When the session took no orders, oldest first; a server may leave them out. */
  pauses: z.array(pause).optional(),
});

/** What an order of items below `below` pays on top, in pence; its `serviceCharge`. Clients say it with the first price. */
export const smallOrderFee = z.object({ below: pencePart, amount: pencePart });

/** The menu that a customer sees. */
export const menuOutlet = z.object({
  id,
  name: z.string(),
  availability: z.enum(['open', 'closed']),
  serviceTypeSelected: serviceType,
  timeZone: z.string(),
  brandImageUrl: imageAddress.nullable(),
});
