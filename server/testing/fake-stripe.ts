import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { systemClock, type Clock } from '../core/clock.ts';
import { STRIPE_VERSION } from '../payments/stripe-client.ts';
import { fakeStripeAccount, type FakeAccount, type FakeIntent } from './fake-stripe-account.ts';
import { StripeProblem } from './fake-stripe-problem.ts';

/**
 * One request as the stand-in received it; `params` has the form's flat names, such as `metadata[order_id]`.
 */
export type FakeRequest = {
  method: string;
  path: string;
  account: string | null;
  params: Record<string, string>;
  idempotencyKey: string | null;
};

/**
 * How a request is handled. The hooks run before the stand-in acts, after it has acted but before it answers,
 * and after the answer. Each may wait; `'drop'` closes the connection at that point, and a number is a status
 * to fail with.
 */
export type Behaviour = {
  before?: () => Turn | Promise<Turn>;
  acted?: () => Turn | Promise<Turn>;
  answered?: () => void;
};
type Turn = void | 'drop' | number;

export type FakeStripe = {
  /** `http://127.0.0.1:<port>`, for STRIPE_API_BASE. */
  origin: string;
  secretKey: string;
  webhookKey: string;
  clientId: string;
  /** Those with the secret key. */
  requests: FakeRequest[];
  /** The account of that id, made at its first use. The stand-in knows no other accounts. */
  account(id: string): FakeAccount;
  /** Accounts whose owners have disconnected them; a code connects them again. */
  disconnected: Set<string>;
  /** One-time codes for `/oauth/token`, by the account that they connect. */
  codes: Map<string, string>;
  /** Chooses how each later request is handled; null handles all normally. */
  behave(choose: ((request: FakeRequest) => Behaviour | null) | null): void;
  /** Uses this clock from now on instead of the machine's. */
  keepTime(clock: Clock): void;
  /** Forgets its idempotency keys, as Stripe does after 24 hours. */
  forgetKeys(): void;
  /** An event as Stripe would send it, with its signature. */
  event(type: string, account: string, object: object, options?: EventOptions): SignedEvent;
  close(): Promise<void>;
};
export type EventOptions = { id?: string; secret?: string; at?: Date; livemode?: boolean };
export type SignedEvent = { id: string; payload: string; signature: string };

type Answer = { status: number; body: object; isRepeated?: true };
type StoredAnswer = { asked: string; answer: Answer };

const whatOf = ({ method, path, params }: FakeRequest) => JSON.stringify([method, path, params]);

/**
 * A stand-in for Stripe on loopback: connected accounts with intents and refunds, idempotency keys, and checks
 * of what is sent. Its shapes are Stripe's own types. Unlike stripe-mock it has state, refuses, and fails on
 * demand.
 */
export async function fakeStripe(secretKey = 'sk_test_standin'): Promise<FakeStripe> {
  const isLive = secretKey.startsWith('sk_live_');
  const webhookKey = 'whsec_standin';
  const clientId = 'ca_standin';
  const requests: FakeRequest[] = [];
  const accounts = new Map<string, FakeAccount>();
  const disconnected = new Set<string>();
  const codes = new Map<string, string>();
  const kept = new Map<string, StoredAnswer>();
  /** Keys whose first request has not been answered yet. */
  const inFlight = new Set<string>();
  let choose: (request: FakeRequest) => Behaviour | null = () => null;
  let events = 0;
  let clock = systemClock;

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await read(request);
    if (request.headers.authorization?.startsWith('Bearer pk_test_'))
      return send(
        response,
        answerFrom(() => knownAccount(asked.account).answerAnybody(asked)),
      );
    requests.push(asked);
    const key = asked.idempotencyKey && `${asked.account}:${asked.idempotencyKey}`;
    if (key !== null && inFlight.has(key)) return send(response, problemOf(keyInUse()));
    if (key !== null) inFlight.add(key);
    try {
      await meet(asked, key, request, response);
    } finally {
      if (key !== null) inFlight.delete(key);
    }
  }

  async function meet(
    asked: FakeRequest,
    key: string | null,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const behaviour = choose(asked);
    const turned = (turn: Turn): turn is 'drop' | number => {
      if (turn === 'drop') request.socket.destroy();
      else if (typeof turn === 'number') {
        const answer = { status: turn, body: fault };
        // Stripe stores its own faults, too.
        if (key !== null && turn >= 500) kept.set(key, { asked: whatOf(asked), answer });
        send(response, answer);
      }
      return turn !== undefined;
    };
    if (turned(await behaviour?.before?.())) return;
    const answer = structuredClone(answerOnce(asked, key, request));
    if (turned(await behaviour?.acted?.())) return;
    response.once('finish', () => behaviour?.answered?.());
    send(response, answer);
  }

  /** Repeats the first answer for a key that was used before; an error if it was used for another request. */
  function answerOnce(asked: FakeRequest, key: string | null, request: IncomingMessage): Answer {
    try {
      checkSender(asked, request);
    } catch (problem) {
      return problemOf(problem);
    }
    if (key === null) return answerTo(asked);
    const what = whatOf(asked);
    const earlier = kept.get(key);
    if (earlier && earlier.asked !== what) return problemOf(keyReused());
    if (earlier) return { ...earlier.answer, isRepeated: true };
    const answer = answerTo(asked);
    // Stripe stores no answer for a request that failed validation.
    if (answer.status !== 400) kept.set(key, { asked: what, answer });
    return answer;
  }

  function answerTo(asked: FakeRequest): Answer {
    return answerFrom(() =>
      asked.path === '/oauth/token' ? token(asked.params) : knownAccount(asked.account).answer(asked),
    );
  }

  function answerFrom(act: () => object): Answer {
    try {
      return { status: 200, body: act() };
    } catch (problem) {
      return problemOf(problem);
    }
  }

  function checkSender({ path, method, account }: FakeRequest, { headers }: IncomingMessage): void {
    if (headers.authorization !== `Bearer ${secretKey}`)
      throw new StripeProblem(401, 'invalid_request_error', 'Invalid API Key provided.');
    if (headers['stripe-version'] !== STRIPE_VERSION)
      throw new StripeProblem(400, 'invalid_request_error', 'Another version of the API was meant.');
    if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded')
      throw new StripeProblem(400, 'invalid_request_error', 'Bodies are forms.');
    if (method === 'POST' && path !== '/oauth/token' && !headers['idempotency-key'])
      throw new StripeProblem(400, 'invalid_request_error', 'The stand-in wants an idempotency key.');
    if (path !== '/oauth/token') knownAccount(account);
  }

  function knownAccount(id: string | null): FakeAccount {
    const account = id === null || disconnected.has(id) ? undefined : accounts.get(id);
    if (!account)
      throw new StripeProblem(
        403,
        'invalid_request_error',
        `The provided key 'sk_test_********ndin' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
        { code: 'account_invalid' },
      );
    return account;
  }

  function token({ grant_type: grant, code = '' }: Record<string, string>): object {
    const account = grant === 'authorization_code' ? codes.get(code) : undefined;
    codes.delete(code);
    if (account === undefined)
      throw new StripeProblem(
        400,
        'invalid_grant',
        'Authorization code does not exist: it was used already.',
        {
          oauth: true,
        },
      );
    disconnected.delete(account);
    return { stripe_user_id: account, scope: 'read_write', token_type: 'bearer', livemode: isLive };
  }

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    webhookKey,
    clientId,
    requests,
    disconnected,
    codes,
    account(id) {
      const account = accounts.get(id) ?? fakeStripeAccount(id, () => clock.now());
      accounts.set(id, account);
      return account;
    },
    behave(next) {
      choose = next ?? (() => null);
    },
    keepTime(next) {
      clock = next;
    },
    forgetKeys: () => kept.clear(),
    event(type, account, object, options = {}) {
      const { id = `evt_${++events}`, secret = webhookKey, at = clock.now(), livemode = isLive } = options;
      const created = Math.floor(at.getTime() / 1000);
      const body = { id, object: 'event', api_version: STRIPE_VERSION, account, created, type };
      const payload = JSON.stringify({ ...body, livemode, data: { object } }, null, 2);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: created });
      return { id, payload, signature };
    },
    close: () => close(server),
  };
}

export type { FakeAccount, FakeIntent };

const fault = { error: { type: 'api_error', message: 'An unknown error occurred.' } };

function keyReused(): StripeProblem {
  return new StripeProblem(400, 'idempotency_error', 'Keys can only be used with the same parameters.');
}

function keyInUse(): StripeProblem {
  const message = 'There is currently another in-progress request using this key.';
  return new StripeProblem(409, 'idempotency_error', message, { code: 'idempotency_key_in_use' });
}

async function read(request: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://stripe.test');
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    account: header(request, 'stripe-account'),
    params: Object.fromEntries([...url.searchParams, ...form]),
    idempotencyKey: header(request, 'idempotency-key'),
  };
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

function problemOf(problem: unknown): Answer {
  if (problem instanceof StripeProblem) return { status: problem.status, body: problem.body() };
  throw problem;
}

function send(response: ServerResponse, { status, body, isRepeated }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    // Keep-alive connections would outlive a stand-in that is replaced.
    connection: 'close',
    ...(isRepeated && { 'idempotent-replayed': 'true' }),
  });
  response.end(JSON.stringify(body));
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
