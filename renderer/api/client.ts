import axios, { isAxiosError, type AxiosInstance } from 'axios';
import type { BodyInput, Params, Query, Reply, RouteKey } from '#shared/api/contract.ts';
import type { Platform } from '#shared/platform.ts';
import { CallFailed, readFailure, unreachable } from './failure.ts';
import {
  readCatalog,
  readList,
  readOrder,
  readOutlet,
  readOutletWithSessions,
  readPeriod,
  readProfile,
} from './normalise.ts';

/** The calls the screens make, each with the reader that makes any server's reply this product's own. */
const readers = {
  'POST /sellers/register': readProfile,
  'GET /sellers/profile': readProfile,
  'GET /sellers/outlets': (value) => readList(value, 'outlets', readOutlet),
  'POST /sellers/outlets': readOutlet,
  'GET /sellers/outlets/:outletId': readOutlet,
  'PATCH /sellers/outlets/:outletId/catalog/:catalogId': () => null,
  'POST /sellers/outlets/:outletId/trading-session/start': readOutlet,
  'POST /sellers/outlets/:outletId/trading-session/finish': readOutlet,
  'GET /sellers/outlets/:outletId/trading-sessions': readOutletWithSessions,
  'GET /sellers/outlets/trading-sessions/:periodId': readPeriod,
  'GET /sellers/outlets/:outletId/orders': (value) => readList(value, 'orders', readOrder),
  'GET /sellers/orders/:orderId': readOrder,
  'POST /sellers/orders/accept/:orderId': readOrder,
  'POST /sellers/orders/progress/:orderId': readOrder,
  'POST /sellers/orders/cancel/:orderId': (value) => (isObjectWithStatus(value) ? readOrder(value) : null),
  'POST /sellers/orders/complete/:orderId': readOrder,
  'POST /sellers/outlets/:outletId/progress-order/:orderId': readOrder,
  'POST /sellers/outlets/:outletId/regress-order/:orderId': readOrder,
  'GET /sellers/catalogs': (value) => readList(value, 'catalogs', readCatalog),
  'POST /sellers/catalogs': () => null,
} satisfies { [K in RouteKey]?: (value: unknown) => Reply<K> | null };

export type ClientRoute = keyof typeof readers;
export type ClientReply<K extends ClientRoute> = ReturnType<(typeof readers)[K]>;

type Given<T, Name extends string> = [T] extends [undefined]
  ? object
  : undefined extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };
export type CallOptions<K extends RouteKey> = Given<Params<K>, 'params'> &
  Given<Query<K>, 'query'> &
  Given<BodyInput<K>, 'body'> & {
    /** The version the person saw, sent as `If-Match` (D9). 0 is a server without versions. */
    version?: number;
    /** One press, one key, however often it is sent (D10). */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

/** Registering and signing in are about a session that is not there yet: a 401 from them is an answer. */
const withoutSession: ReadonlySet<string> = new Set(['POST /sellers/register']);
const TIMEOUT_MS = 20_000;

/** The API, as the screens call it. Rejects with {@link CallFailed}. */
export class Client {
  readonly #platform: Pick<Platform, 'apiBase' | 'refreshSession'>;
  readonly #http: AxiosInstance;
  readonly #onSignedOut: () => void;
  #accessToken: string | null = null;
  #refreshing: Promise<string | null> | null = null;

  constructor(platform: Pick<Platform, 'apiBase' | 'refreshSession'>, onSignedOut: () => void) {
    this.#platform = platform;
    this.#onSignedOut = onSignedOut;
    this.#http = axios.create({ timeout: TIMEOUT_MS, validateStatus: () => true });
  }

  get accessToken(): string | null {
    return this.#accessToken;
  }

  set accessToken(token: string | null) {
    this.#accessToken = token;
  }

  async call<K extends ClientRoute>(key: K, options: CallOptions<K>): Promise<ClientReply<K>> {
    const used = this.#accessToken;
    let reply = await this.#send(key, options);
    if (reply.status === 401 && !withoutSession.has(key) && used !== null) {
      const token = await this.refresh(used);
      // Once: a server that refuses a fresh token will refuse the next as well.
      if (token !== null) reply = await this.#send(key, options);
    }
    if (reply.status < 200 || reply.status >= 300)
      throw new CallFailed(readFailure(reply.status, reply.data));
    return readers[key](reply.data) as ClientReply<K>;
  }

  /**
   * A token in place of `stale`, asked for once however many calls want it; null where there is none to be had. A
   * refused refresh ends the session; a server that cannot be reached does not (hazards A12, A14).
   */
  refresh(stale: string): Promise<string | null> {
    if (this.#accessToken !== null && this.#accessToken !== stale) return Promise.resolve(this.#accessToken);
    this.#refreshing ??= this.#refreshNow(stale).finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }

  async #refreshNow(stale: string): Promise<string | null> {
    const outcome = await this.#platform.refreshSession(stale);
    if (outcome.kind === 'unreachable') throw new CallFailed(unreachable);
    if (outcome.kind === 'refreshed') return (this.#accessToken = outcome.accessToken);
    this.#accessToken = null;
    this.#onSignedOut();
    return null;
  }

  async #send(
    key: string,
    options: Partial<CallOptions<RouteKey>> & { params?: unknown; query?: unknown; body?: unknown },
  ) {
    const [method = 'GET', path = ''] = key.split(' ');
    try {
      return await this.#http.request<unknown>({
        method,
        url: this.#platform.apiBase() + fillPath(path, options.params),
        params: options.query,
        data: options.body,
        ...(options.signal && { signal: options.signal }),
        headers: {
          accept: 'application/json',
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
          ...(this.#accessToken && { authorization: `Bearer ${this.#accessToken}` }),
          ...(options.version && { 'if-match': `"${options.version}"` }),
          ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
        },
      });
    } catch (error) {
      if (isAxiosError(error)) throw new CallFailed(unreachable);
      throw error;
    }
  }
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
}

function isObjectWithStatus(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'status' in value;
}
