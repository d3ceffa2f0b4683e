import axios, { isAxiosError } from 'axios';
import type { BodyInput, Params, Query, Reply, RouteKey } from '#shared/api/contract.ts';
import { SCREEN_NAME_HEADER, writeScreenNameHeader } from '#shared/api/screen-name-header.ts';
import type { carriedFields } from './carried-fields.ts';
import type { CallingHost } from './client.ts';
import { CallFailed, readFailure, unreachable, type Failure } from './failure.ts';
import { nameOfScreen } from './name-of-screen.ts';
import { list, readList } from './loose-values.ts';
import {
  readCatalog,
  readCatalogIfTold,
  readCatalogRevision,
  readListedCatalog,
  readRevisionSummary,
  type ListedCatalog,
} from './read-catalog.ts';
import { readAlert, readDrill, readEscalation } from './read-escalation.ts';
import { readMoneyAtRisk } from './read-money-at-risk.ts';
import { readOrder } from './read-order.ts';
import {
  readOrderOrNull,
  readOrdersInSlices,
  readOrderVersions,
  readPeriod,
  type OrdersRead,
} from './read-orders.ts';
import {
  readBrandImage,
  readOutlet,
  readThisOutlet,
  readOutletWithSessions,
  readSignedFile,
} from './read-outlet.ts';
import { readFoundOrders } from './read-found-orders.ts';
import { readDisputes, readPayoutDetail, readPayouts } from './read-payouts.ts';
import { readProfile } from './read-profile.ts';
import {
  readAuditLogPage,
  readLeadsPage,
  readOutletsPage,
  readReviewedOutlets,
  readSellersPage,
  readStatuses,
} from './read-review.ts';
import { readReadyEstimates } from './read-ready-times.ts';
import { readPortions } from './read-portions.ts';
import { readReport } from './read-report.ts';
import { readSignIns } from './read-sign-ins.ts';
import { readTableCodes } from './read-table-codes.ts';
import { readUnattended } from './read-unattended.ts';

export { carriedFields } from './carried-fields.ts';

/** The screens' calls, each with the reader that turns any server's reply into this product's types. */
export const readers = {
  'POST /sellers/register': readProfile,
  'GET /sellers/profile': readProfile,
  'POST /sellers/stripe-account': () => null,
  'POST /sellers/password': () => null,
  'GET /sellers/sign-ins': readSignIns,
  'DELETE /sellers/sign-ins': () => null,
  'DELETE /sellers/sign-ins/:signInId': () => null,
  'GET /sellers/outlets': (value, apiBase) =>
    readList(value, 'outlets', (outlet) => readOutlet(outlet, apiBase)),
  'POST /sellers/outlets': readOutlet,
  'GET /sellers/outlets/:outletId': readThisOutlet,
  'PATCH /sellers/outlets/:outletId': readOutlet,
  'PUT /sellers/outlets/:outletId/stations': readOutlet,
  'POST /sellers/outlets/:outletId/table-codes': readTableCodes,
  'PATCH /sellers/outlets/:outletId/catalog/:catalogId': () => null,
  'POST /sellers/outlets/:outletId/trading-session/start': readOutlet,
  'POST /sellers/outlets/:outletId/trading-session/finish': readOutlet,
  'POST /sellers/outlets/:outletId/pause': readOutlet,
  'POST /sellers/outlets/:outletId/resume': readOutlet,
  'POST /sellers/outlets/:outletId/put-off': readOutlet,
  'GET /sellers/outlets/:outletId/portions': readPortions,
  'POST /sellers/outlets/:outletId/portions': readPortions,
  'POST /sellers/outlets/:outletId/listening': () => null,
  'GET /sellers/outlets/:outletId/trading-sessions': readOutletWithSessions,
  'GET /sellers/outlets/trading-sessions/:periodId': readPeriod,
  'GET /sellers/outlets/trading-sessions/:periodId/report': readReport,
  'GET /sellers/outlets/:outletId/orders': readOrdersInSlices,
  'GET /sellers/outlets/:outletId/order-versions': readOrderVersions,
  'GET /sellers/orders': readFoundOrders,
  'GET /sellers/orders/:orderId': readOrder,
  'POST /sellers/outlets/:outletId/test-order': readOrderOrNull,
  'GET /sellers/unattended': readUnattended,
  'GET /sellers/at-risk': readMoneyAtRisk,
  'GET /sellers/payouts': readPayouts,
  'GET /sellers/payouts/:payoutId': readPayoutDetail,
  'GET /sellers/disputes': readDisputes,
  'GET /sellers/outlets/:outletId/escalation': readEscalation,
  'PUT /sellers/outlets/:outletId/escalation': readEscalation,
  'POST /sellers/outlets/:outletId/phones': readEscalation,
  'DELETE /sellers/outlets/:outletId/phones/:phoneId': readEscalation,
  'POST /sellers/outlets/:outletId/drill': readDrill,
  'GET /sellers/outlets/:outletId/drill': readDrill,
  'GET /sellers/orders/:orderId/alerts': (value) => list(value).map(readAlert),
  'POST /sellers/alarms/heard': () => null,
  'POST /sellers/orders/accept/:orderId': readOrderOrNull,
  'GET /sellers/outlets/:outletId/ready-estimates': readReadyEstimates,
  'POST /sellers/orders/ready-time/:orderId': readOrderOrNull,
  'POST /sellers/orders/read-note/:orderId': readOrderOrNull,
  'POST /sellers/orders/check-age/:orderId': readOrderOrNull,
  'POST /sellers/orders/progress/:orderId': readOrderOrNull,
  'POST /sellers/orders/cancel/:orderId': readOrderOrNull,
  'POST /sellers/orders/complete/:orderId': readOrderOrNull,
  'POST /sellers/orders/refund/:orderId': readOrderOrNull,
  'POST /sellers/outlets/:outletId/progress-order/:orderId': readOrderOrNull,
  'POST /sellers/outlets/:outletId/regress-order/:orderId': readOrderOrNull,
  'GET /admin/sellers': readSellersPage,
  'GET /admin/sellers/account-statuses': readStatuses,
  'GET /admin/sellers/:sellerId/outlets': readReviewedOutlets,
  'GET /admin/outlets': readOutletsPage,
  'GET /admin/audit-log': readAuditLogPage,
  'GET /admin/leads': readLeadsPage,
  'PATCH /admin/sellers': () => null,
  'PATCH /admin/sellers/outlet': () => null,
  'GET /sellers/sign-s3-file': readSignedFile,
  'POST /sellers/outlets/:outletId/brand-image': readBrandImage,
  'GET /sellers/catalogs': (value) => readList(value, 'catalogs', readListedCatalog),
  'POST /sellers/catalogs': readCatalogIfTold,
  'GET /sellers/catalogs/:catalogId': readCatalog,
  'PATCH /sellers/catalogs/:catalogId': readCatalogIfTold,
  'DELETE /sellers/catalogs/:catalogId': () => null,
  'POST /sellers/catalogs/:catalogId/sold-out': readCatalog,
  'GET /sellers/catalogs/:catalogId/revisions': (value) => readList(value, 'revisions', readRevisionSummary),
  'GET /sellers/catalogs/:catalogId/revisions/:revision': readCatalogRevision,
} satisfies { [K in RouteKey]?: (value: unknown, apiBase: string) => Read<K> | Promise<Read<K>> };

type Read<K extends RouteKey> = Reply<K> | LessThanPromised | null;

/** Replies in which another server may leave out what the contract promises. */
type LessThanPromised = OrdersRead | ListedCatalog[] | ReturnType<typeof readOutletWithSessions>;

export type ClientRoute = keyof typeof readers;
export type ClientReply<K extends ClientRoute> = Awaited<ReturnType<(typeof readers)[K]>>;

type Given<T, Name extends string> = [T] extends [undefined]
  ? object
  : undefined extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };
export type CallOptions<K extends RouteKey> = Given<Params<K>, 'params'> &
  Given<Query<K>, 'query'> &
  Given<BodyInput<K>, 'body'> & {
    /** The version that the person saw, sent as `If-Match`; 0 for a server without versions. */
    version?: number;
    /** One key per press, however often it is sent. */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

const HALF_A_SECOND_MS = 500;
const TIMEOUT_MS = 20_000;
const http = axios.create({ timeout: TIMEOUT_MS, validateStatus: () => true });

export type Sender = {
  host: CallingHost;
  accessToken: string | null;
  carried: Pick<ReturnType<typeof carriedFields>, 'body'>;
};

/** `sentAt` is the server's clock when it replied; null if it does not say. */
export type Answer = {
  status: number;
  data: unknown;
  sentAt: number | null;
  /** How long the server asks to wait; null if it does not. */
  retryAfterMs: number | null;
};

/** The servers that have said that they read the name of a screen. */
const namesRead = new Set<string>();

/** Sends one call and resolves to any answer. */
export async function send(
  { host, accessToken, carried }: Sender,
  key: string,
  options: Partial<CallOptions<RouteKey>> & { params?: unknown; query?: unknown; body?: unknown },
): Promise<Answer> {
  const [method = 'GET', path = ''] = key.split(' ');
  const apiBase = host.apiBase();
  const screenName = namesRead.has(apiBase) && writeScreenNameHeader(nameOfScreen(host));
  try {
    const { status, data, headers } = await http.request<unknown>({
      method,
      url: apiBase + fillPath(path, options.params),
      params: options.query,
      data: carried.body(key, options.params, options.body),
      ...(options.signal && { signal: options.signal }),
      headers: {
        accept: 'application/json',
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
        ...(accessToken && screenName && { [SCREEN_NAME_HEADER]: screenName }),
        ...(options.version && { 'if-match': `"${options.version}"` }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
    });
    if (headers[SCREEN_NAME_HEADER] === 'read') namesRead.add(apiBase);
    const sentAt = Date.parse(String(headers['date']));
    // The header counts whole seconds, so half a second is the best guess.
    const retryAfterMs = Number(headers['retry-after'] ?? NaN) * 1_000;
    return {
      status,
      data,
      sentAt: Number.isFinite(sentAt) ? sentAt + HALF_A_SECOND_MS : null,
      retryAfterMs: Number.isFinite(retryAfterMs) ? retryAfterMs : null,
    };
  } catch (error) {
    if (isAxiosError(error)) throw new CallFailed(unreachable);
    throw error;
  }
}

/** The failure of an answer that is no success. */
export const failureIn = ({ status, data, retryAfterMs }: Answer): Failure => ({
  ...readFailure(status, data),
  ...(retryAfterMs !== null && { retryAfterMs }),
});

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
}
