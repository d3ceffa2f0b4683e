import { z } from 'zod';
import {
  credentials,
  profileReply,
  refreshBody,
  registration,
  signInReply,
  stripeReturn,
  tokensReply,
} from './accounts.ts';
import { adminRoutes } from './admin-routes.ts';
import { catalogRoutes } from './catalog-routes.ts';
import { customerRoutes } from './customer-routes.ts';
import { escalationRoutes } from './escalation-routes.ts';
import { id, nothing } from './fields.ts';
import { imageRoutes } from './image-routes.ts';
import { moneyAtRisk, moneyAtRiskQuery } from './money-at-risk.ts';
import { listeningBody, listeningReply, pauseBody } from './ordering.ts';
import { outlet, outletBody, outletWithSessions, periodReply, putOff } from './outlets.ts';
import { cancelBody, checkAgeBody, order, orderVersion, progressBody, refundBody } from './orders.ts';
import { foundOrders, orderSearchQuery } from './order-search.ts';
import { payoutRoutes } from './payout-routes.ts';
import { portionsBody, portionsReply } from './portions.ts';
import { printClaim, printClaimBody } from './print-claims.ts';
import { acceptBody, readyEstimates, readyTimeBody } from './ready-times.ts';
import { startBody } from './readiness.ts';
import { stationsBody } from './stations.ts';
import { tableCodesBody, tableCodesReply } from './table-codes.ts';
import { sessionReportReply } from './session-reports.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { unattended } from './unattended.ts';

/**
 * Who may call: anyone; any signed-in account; a seller whose account is verified; or a verified admin. A seller
 * reaches only their own data: another seller's is answered with 404.
 */
export type Access = 'anyone' | 'signed-in' | 'verified' | 'admin';

/** One call of the API. Keys of the contract are `METHOD /path`, below the `/api` prefix. */
export type Route = {
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  reply: z.ZodType;
  /**
   * An object with lists that may be of megabytes: its JSON is made in several turns of the event loop, like that of
   * a list.
   */
  large?: true;
  /** A list that people at work wait for: however long it is, it waits for no other caller's large reply. */
  urgent?: true;
  /** The reply is a stream of server-sent events; `reply` is the data of each. */
  events?: true;
  /** The status of success; 200 if left out. */
  status?: 200 | 201 | 204;
  /** Whether `If-Match: "<n>"` is honoured. */
  versioned?: true;
  /** Whether `Idempotency-Key` is honoured or required. */
  idempotency?: 'honoured' | 'required';
};

const outletParams = z.object({ outletId: id });
const orderParams = z.object({ orderId: id });
const orderCommand = {
  access: 'verified',
  params: orderParams,
  reply: order,
  versioned: true,
  idempotency: 'honoured',
} as const;

export const contract = {
  'POST /sellers/register': {
    summary: 'Opens a seller account, which waits for review.',
    access: 'anyone',
    body: registration,
    reply: profileReply,
    status: 201,
  },
  'POST /sellers/sign-in': {
    summary: 'Exchanges an e-mail address and password for tokens.',
    access: 'anyone',
    body: credentials,
    reply: signInReply,
  },
  'POST /sellers/refresh-token': {
    summary: 'Exchanges a refresh token for a new pair; each is used once.',
    access: 'anyone',
    body: refreshBody,
    reply: tokensReply,
  },
  'POST /sellers/sign-out': {
    summary: 'Revokes a refresh token and every token that came from the same sign-in.',
    access: 'anyone',
    body: refreshBody,
    reply: nothing,
  },
  'GET /sellers/profile': {
    summary: 'The signed-in account.',
    access: 'signed-in',
    reply: profileReply,
  },
  'POST /sellers/stripe-account': {
    summary: 'Connects the card account that Stripe sent the seller back with, if the link to it was theirs.',
    access: 'verified',
    body: stripeReturn,
    reply: z.object({ stripeConnectId: z.string() }),
  },
  ...signInRoutes,
  'GET /sellers/outlets': {
    summary: "The seller's outlets, by name.",
    access: 'verified',
    reply: z.array(outlet),
  },
  'POST /sellers/outlets': {
    summary: 'Adds an outlet, which waits for review.',
    access: 'verified',
    body: outletBody,
    reply: outlet,
    status: 201,
    idempotency: 'honoured',
  },
  'GET /sellers/outlets/:outletId': {
    summary: 'One outlet.',
    access: 'verified',
    params: outletParams,
    reply: outlet,
  },
  'PATCH /sellers/outlets/:outletId': {
    summary: 'Edits an outlet; what is left out stays as it was.',
    access: 'verified',
    params: outletParams,
    body: outletBody,
    reply: outlet,
  },
  'PATCH /sellers/outlets/:outletId/catalog/:catalogId': {
    summary: 'Makes a catalog the one the outlet sells from.',
    access: 'verified',
    params: z.object({ outletId: id, catalogId: id }),
    body: z.strictObject({ outletId: id.optional(), catalogId: id.optional() }).optional(),
    reply: outlet,
  },
  'PUT /sellers/outlets/:outletId/stations': {
    summary: 'Sets where the lines of its orders are made, by category.',
    access: 'verified',
    params: outletParams,
    body: stationsBody,
    reply: outlet,
    versioned: true,
  },
  'POST /sellers/outlets/:outletId/table-codes': {
    summary:
      'The addresses that guests scan, of its page and of each table. Changes nothing: the same table has the same address.',
    access: 'verified',
    params: outletParams,
    body: tableCodesBody,
    reply: tableCodesReply,
  },
  'POST /sellers/outlets/:outletId/trading-session/start': {
    summary: 'Opens a trading session: customers can order.',
    access: 'verified',
    params: outletParams,
    body: startBody.optional(),
    reply: outlet,
  },
  'POST /sellers/outlets/:outletId/trading-session/finish': {
    summary: 'Closes the open trading session; refused while orders are open.',
    access: 'verified',
    params: outletParams,
    reply: outlet,
  },
  'POST /sellers/outlets/:outletId/pause': {
    summary: 'Takes no more orders until a time, or until somebody resumes; replaces a pause that lasts.',
    access: 'verified',
    params: outletParams,
    body: pauseBody,
    reply: outlet,
  },
  'POST /sellers/outlets/:outletId/resume': {
    summary: 'Takes orders again.',
    access: 'verified',
    params: outletParams,
    reply: outlet,
  },
  'GET /sellers/outlets/:outletId/portions': {
    summary: 'How many the outlet has left of the items that it counts.',
    access: 'verified',
    params: outletParams,
    reply: portionsReply,
  },
  'POST /sellers/outlets/:outletId/portions': {
    summary:
      'Says how many are left of an item, until the session ends: orders count down, and at nil it is sold out. Null no longer counts.',
    access: 'verified',
    params: outletParams,
    body: portionsBody,
    reply: portionsReply,
  },
  'POST /sellers/outlets/:outletId/put-off': {
    summary:
      'Puts off the end of hours once: what ends at `at` can be ordered until `until`. Of two calls for one end the later time stays.',
    access: 'verified',
    params: outletParams,
    body: putOff,
    reply: outlet,
  },
  'POST /sellers/outlets/:outletId/listening': {
    summary: 'Proves that a screen without a socket still watches the outlet and can ring.',
    access: 'verified',
    params: outletParams,
    body: listeningBody,
    reply: listeningReply,
  },
  'GET /sellers/outlets/:outletId/trading-sessions': {
    summary: 'The outlet with its trading sessions, newest first.',
    access: 'verified',
    params: outletParams,
    reply: outletWithSessions,
    large: true,
  },
  'GET /sellers/outlets/trading-sessions/:periodId': {
    summary: 'One trading session with its orders, newest first.',
    access: 'verified',
    params: z.object({ periodId: id }),
    reply: periodReply,
    large: true,
  },
  'GET /sellers/outlets/trading-sessions/:periodId/report': {
    summary: 'The numbered report that was issued when the session was finished.',
    access: 'verified',
    params: z.object({ periodId: id }),
    reply: sessionReportReply,
  },
  'GET /sellers/outlets/:outletId/orders': {
    summary: "The open trading session's orders; none while the outlet is closed.",
    access: 'verified',
    params: outletParams,
    reply: z.array(order),
    urgent: true,
  },
  'GET /sellers/outlets/:outletId/order-versions': {
    summary: 'Of those orders that a board shows, what tells a screen whether it has them as they are.',
    access: 'verified',
    params: outletParams,
    reply: z.array(orderVersion),
    urgent: true,
  },
  'POST /sellers/outlets/:outletId/test-order': {
    summary: 'Places a test order, which rings and prints like any other, costs nothing and is in no figure.',
    access: 'verified',
    params: outletParams,
    reply: order,
    status: 201,
    idempotency: 'honoured',
  },
  'GET /sellers/unattended': {
    summary:
      'Orders that no screen has rung for, outlets that trade with nobody listening, and screens that do not hear orders.',
    access: 'verified',
    reply: unattended,
  },
  'GET /sellers/at-risk': {
    summary: 'Orders that were accepted and whose money is not taken yet, oldest first, with their sum.',
    access: 'verified',
    query: moneyAtRiskQuery,
    reply: moneyAtRisk,
  },
  'POST /sellers/outlets/:outletId/print-claims': {
    summary: 'Settles which till prints a sheet of an order, so that each sheet is printed once.',
    access: 'verified',
    params: outletParams,
    body: printClaimBody,
    reply: printClaim,
  },
  'POST /sellers/outlets/:outletId/progress-order/:orderId': {
    ...orderCommand,
    summary: 'Moves a whole order one step forward; a new order is accepted.',
    params: z.object({ outletId: id, orderId: id }),
  },
  'POST /sellers/outlets/:outletId/regress-order/:orderId': {
    ...orderCommand,
    summary: 'Moves a whole order one step back.',
    params: z.object({ outletId: id, orderId: id }),
  },
  'GET /sellers/orders': {
    summary:
      'Finds orders of all sessions, newest first, whose number, name, table, items or amount have words that begin so.',
    access: 'verified',
    query: orderSearchQuery,
    reply: foundOrders,
  },
  'GET /sellers/orders/:orderId': {
    summary: 'One order.',
    access: 'verified',
    params: orderParams,
    reply: order,
  },
  'GET /sellers/outlets/:outletId/ready-estimates': {
    summary: 'When each new order would be ready if it were accepted now.',
    access: 'verified',
    params: outletParams,
    reply: readyEstimates,
  },
  'POST /sellers/orders/accept/:orderId': {
    ...orderCommand,
    summary: 'Accepts a new order; an outlet that does so promises when it will be ready.',
    body: acceptBody.optional(),
  },
  'POST /sellers/orders/ready-time/:orderId': {
    ...orderCommand,
    summary: 'Moves the promised ready time of an order that is being made.',
    body: readyTimeBody,
  },
  'POST /sellers/orders/read-note/:orderId': {
    ...orderCommand,
    summary: "Ticks the customer's note as read; before that no line of the order can become ready.",
  },
  'POST /sellers/orders/check-age/:orderId': {
    ...orderCommand,
    summary:
      "Says that the customer's age was checked or that they were refused; before that no such line is handed over.",
    body: checkAgeBody,
  },
  'POST /sellers/orders/progress/:orderId': {
    ...orderCommand,
    summary: 'Moves the named items of an order to a status, forwards or back.',
    body: progressBody,
  },
  'POST /sellers/orders/cancel/:orderId': {
    ...orderCommand,
    summary:
      'Cancels an order that is not closed yet; the customer is not charged. If its money is known to be taken, as in Stripe’s own dashboard, 409 `MONEY_TAKEN`: it can be closed and refunded. If that becomes known only after the cancellation, the order becomes `complete` and keeps its `cancellation`: it can be refunded.',
    body: cancelBody.optional(),
  },
  'POST /sellers/orders/complete/:orderId': {
    ...orderCommand,
    summary: 'Closes an order whose items are all delivered, and takes the payment.',
  },
  'POST /sellers/orders/refund/:orderId': {
    ...orderCommand,
    summary:
      'Gives money of a closed order back; the reply comes once the card provider has confirmed it. Without `Idempotency-Key` and `If-Match` a refund of the same amount as one whose request was not told what became of it is refused with 409.',
    body: refundBody,
  },
  ...payoutRoutes,
  ...escalationRoutes,
  ...imageRoutes,
  ...catalogRoutes,
  ...adminRoutes,
  ...customerRoutes,
} as const satisfies Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Route>;

export type Contract = typeof contract;
export type RouteKey = keyof Contract;

type Part<K extends RouteKey, P extends keyof Route> = Contract[K] extends {
  [key in P]: infer S extends z.ZodType;
}
  ? S
  : z.ZodUndefined;

/** The types of a route's parts. A part that a route does not have is `undefined`. */
export type Params<K extends RouteKey> = z.output<Part<K, 'params'>>;
export type Query<K extends RouteKey> = z.output<Part<K, 'query'>>;
export type BodyInput<K extends RouteKey> = z.input<Part<K, 'body'>>;
export type Body<K extends RouteKey> = z.output<Part<K, 'body'>>;
export type Reply<K extends RouteKey> = z.output<Contract[K]['reply']>;
