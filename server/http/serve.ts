import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  contract,
  type Body,
  type Params,
  type Query,
  type Reply,
  type Route,
  type RouteKey,
} from '#shared/api/contract.ts';
import { readScreenNameHeader, SCREEN_NAME_HEADER } from '#shared/api/screen-name-header.ts';
import type { Clock } from '../core/clock.ts';
import type { Limits } from '../limits/limits.ts';
import { networkOf } from '../limits/network.ts';
import type { OwnCounters } from '../limits/own-counters.ts';
import { limitsOf } from '../limits/route-limits.ts';
import { turnsOfEach } from '../limits/turns.ts';
import { assertReply } from './assert-reply.ts';
import { eventHeaders, EventStream, sendEvents, writtenOnce } from './event-stream.ts';
import { countRefusal, lateRefusal } from './limit-requests.ts';
import { invalid, notFound, Refusal, refuse } from './refusal.ts';
import { sendWritten, StreamedList, writeList, writeReply, writeWhole } from './reply-pieces.ts';
import { sendRefusal } from './send-refusal.ts';
import { SharedReply } from './shared-reply.ts';
import { unstorableText } from './unstorable-text.ts';

/** The signed-in account of a request; `family` is the id of its sign-in. */
export type Caller = { id: string; isAdmin: boolean; verified: boolean; family: string };

/** Finds the caller by a bearer token; null if the token is not or no longer valid. */
export type Authenticate = (token: string) => Promise<Caller | null>;

/** A request with the types of its contract. */
export type Call<K extends RouteKey> = {
  params: Params<K>;
  query: Query<K>;
  body: Body<K>;
  /** The caller; a public route must not read it. */
  caller: Caller;
  /** What the caller's screen is called; null if it does not say. */
  screenName: string | null;
  /** The version that the caller saw, if it named one. */
  ifMatch: number | null;
  /** The caller's key with a hash of the request, so that the same key with another request is refused. */
  idempotency: Idempotency | null;
  /** The caller's IP address. */
  address: string;
  /** The network that limits count the caller as. */
  network: string;
  /** The user agent. */
  userAgent: string;
  /** When all of the request was here, before it waited for anything. */
  receivedAt: Date;
};
export type Idempotency = { key: string; requestHash: string };

export type Answer<K extends RouteKey> =
  | Reply<K>
  | SharedReply<Reply<K>>
  | (Reply<K> extends (infer Item)[] ? StreamedList<Item> : never)
  | EventStream<Reply<K>>
  | Refusal;
export type Handler<K extends RouteKey> = (call: Call<K>) => Promise<Answer<K>> | Answer<K>;
/** A handler for every route of the contract; a missing one does not compile. */
export type RouteHandlers = { [K in RouteKey]: Handler<K> };

export type ServeOptions = {
  authenticate: Authenticate;
  /** Counts requests against their routes' limits. */
  rates: OwnCounters;
  limits: Pick<Limits, 'asked-network'>;
  clock: Clock;
  /** Throws on a reply that has more or less than the contract says; otherwise surplus fields are left out. */
  strictReplies: boolean;
};

/** The body of a route without one: nothing that could be meant to change anything. */
const noBody = z.strictObject({}).optional();

const nobody: Caller = { id: '', isAdmin: false, verified: false, family: '' };

/** Registers every route of the contract under `/api`. */
export function serveContract(app: FastifyInstance, handlers: RouteHandlers, options: ServeOptions): void {
  const asked = turnsOfEach(options.limits['asked-network'].most);
  for (const key of Object.keys(contract) as RouteKey[]) {
    const route: Route = contract[key];
    const [method = '', path = ''] = key.split(' ');
    // TypeScript cannot call the union of all handlers; the key ties handler and call together.
    const handler = handlers[key] as (call: Call<RouteKey>) => Promise<unknown>;
    const check = (schema: z.ZodType, body: unknown) => {
      if (options.strictReplies) assertReply(key, schema, body);
    };
    const written = async (result: unknown, { caller, network }: Call<RouteKey>) => {
      const reader = caller.id || network;
      if (result instanceof StreamedList) return writeList(route, result, check, reader);
      if (result instanceof SharedReply)
        return sendWritten(
          route,
          await result.written((body) => {
            check(route.reply, body);
            return writeWhole(route, body, reader, result.entries);
          }),
          reader,
        );
      check(route.reply, result);
      return writeReply(route, result, reader);
    };
    const eventText = writtenOnce(
      (data) => (check(route.reply, data), JSON.stringify(route.reply.parse(data))),
    );
    app.route({
      method,
      url: `/api${path}`,
      config: { limit: limitsOf(key).byNetwork, events: route.events ?? false },
      handler: async (request, reply) => {
        const call = await readCall(key, route, request, options);
        if (request.accountId) void reply.header(SCREEN_NAME_HEADER, 'read');
        if (call instanceof Refusal) return sendRefusal(reply, call);
        const { atOnce } = limitsOf(key);
        const result = await (atOnce ? asked.run(call.network, () => handler(call)) : handler(call));
        if (result instanceof Refusal) return sendRefusal(reply, result);
        if (result instanceof EventStream) {
          if (request.method !== 'HEAD') return sendEvents(reply, result, eventText);
          // Only asked about: nobody would read it, or end it.
          result.leave();
          return reply.headers(eventHeaders).send('');
        }
        const body = await written(result, call);
        return reply
          .status(route.status ?? 200)
          .type('application/json; charset=utf-8')
          .send(body);
      },
    });
  }
  refuseOtherMethods(app);
}

/** Answers other methods at the contract's paths with the list of allowed ones. */
function refuseOtherMethods(app: FastifyInstance): void {
  const taken = new Map<string, string[]>();
  for (const key of Object.keys(contract)) {
    const [method = '', path = ''] = key.split(' ');
    taken.set(path, [...(taken.get(path) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])]);
  }
  for (const [path, methods] of taken)
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method)),
      url: `/api${path}`,
      handler: (_request, reply) =>
        sendRefusal(
          reply.header('allow', methods.join(', ')),
          refuse(405, 'METHOD_NOT_ALLOWED', 'This address does not take that method.'),
        ),
    });
}

async function readCall(
  key: RouteKey,
  route: Route,
  request: FastifyRequest,
  { authenticate, rates, clock }: ServeOptions,
): Promise<Call<RouteKey> | Refusal> {
  const receivedAt = clock.now();
  const network = networkOf(request.ip);
  const caller = route.access === 'anyone' ? nobody : await identify(request, authenticate);
  if (caller instanceof Refusal) {
    await countRefusal(request, rates, 'bad-tokens-network');
    return caller;
  }
  if (caller !== nobody) request.accountId = caller.id;
  const { byAccount } = limitsOf(key);
  const seconds = byAccount && rates.take(byAccount, caller.id);
  if (seconds !== null) return lateRefusal(seconds);
  const mustBeVerified = route.access === 'verified' || route.access === 'admin';
  if (mustBeVerified && !caller.verified)
    return refuse(403, 'ACCOUNT_NOT_VERIFIED', 'Your account has not been verified.');
  if (route.access === 'admin' && !caller.isAdmin)
    return refuse(403, 'ADMINS_ONLY', 'This is for admins only.');

  const fields: Record<string, string> = {};
  const read = (schema: z.ZodType | undefined, value: unknown) => {
    const parsed = schema?.safeParse(value);
    if (parsed?.success === false)
      for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
    for (const path of unstorableText(parsed?.data))
      fields[path || 'body'] ??= 'This holds characters that cannot be kept.';
    return parsed?.data;
  };
  const params = read(route.params, request.params);
  // An id that no server could have made belongs to nothing.
  if (Object.keys(fields).length > 0) return notFound();
  const query = read(route.query, request.query);
  const body = read(route.body ?? noBody, request.body ?? undefined);
  if (Object.keys(fields).length > 0) return invalid(fields);

  const ifMatch = route.versioned ? readIfMatch(request.headers['if-match']) : null;
  if (ifMatch instanceof Refusal) return ifMatch;
  const idempotencyKey = route.idempotency
    ? readIdempotencyKey(request.headers['idempotency-key'], route)
    : null;
  if (idempotencyKey instanceof Refusal) return idempotencyKey;
  const idempotency = idempotencyKey && { key: idempotencyKey, requestHash: hashOf(key, params, body) };
  const from = {
    screenName: caller === nobody ? null : readScreenNameHeader(request.headers[SCREEN_NAME_HEADER]),
    address: request.ip,
    network,
    userAgent: request.headers['user-agent'] ?? '',
    receivedAt,
  };
  return { params, query, body, caller, ifMatch, idempotency, ...from } as Call<RouteKey>;
}

async function identify(request: FastifyRequest, authenticate: Authenticate): Promise<Caller | Refusal> {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  const caller = scheme?.toLowerCase() === 'bearer' && token ? await authenticate(token) : null;
  return caller ?? refuse(401, 'UNAUTHORIZED', 'Please sign in.');
}

function readIfMatch(header: string | undefined): number | null | Refusal {
  if (header === undefined) return null;
  const match = /^(?:W\/)?"(\d{1,10})"$/.exec(header.trim());
  return match
    ? Number(match[1])
    : refuse(400, 'INVALID_IF_MATCH', 'If-Match must be a version in double quotes.');
}

function readIdempotencyKey(header: string | string[] | undefined, route: Route): string | null | Refusal {
  if (header === undefined && route.idempotency === 'honoured') return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))
    return refuse(400, 'IDEMPOTENCY_KEY_INVALID', 'Idempotency-Key must be 1 to 255 visible characters.');
  return header;
}

function hashOf(key: RouteKey, params: unknown, body: unknown): string {
  return hash('sha256', JSON.stringify([key, params, body]), 'base64url');
}
