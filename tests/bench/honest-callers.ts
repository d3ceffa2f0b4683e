/** Guests who order, staff who accept each order, and staff who sign in, each from their own network and at a person's pace. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { answers } from './bench-process.ts';

export type HonestWindow = {
  origin: string;
  /** Each takes its orders at its outlets in turn; they are accepted as soon as they are placed, if there is a token. */
  shops: { outlets: string[]; token?: string }[];
  basket: string;
  password: string;
  /** They sign in one after the other, so that none comes near the limit of its address. */
  emails: string[];
  durationMs: number;
  /** The pace of people if left out. */
  ordersPerSecond?: number;
  signInsPerSecond?: number;
};
/** How long each took, in ms, from when it was due; a failure counts as the longest that people wait. */
export type Honest = { orders: number[]; signIns: number[]; failed: string[] };

const ORDERS_A_SECOND = 20;
const SIGN_INS_A_SECOND = 3;
const PEOPLE_WAIT_MS = 10_000;
const NETWORKS = 60;

let pool: Pool | null = null;
let placed = 0;
let signedIn = 0;

type Call = {
  path: string;
  body: string;
  network: string;
  expected: number;
  token?: string;
  /** What a person does about the reply, which takes no time of the call's. */
  next?: (reply: string) => Call;
};
type Answered = { failure: string | null; next: Call | null };

async function call({ path, body, network, expected, token, next }: Call): Promise<Answered> {
  const { statusCode, body: reply } = await pool!.request({
    method: 'POST',
    path: `/api${path}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': network,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body,
    headersTimeout: PEOPLE_WAIT_MS,
    bodyTimeout: PEOPLE_WAIT_MS,
  });
  const text = await reply.text();
  if (statusCode !== expected) return { failure: `${path} answered ${statusCode}`, next: null };
  return { failure: null, next: next?.(text) ?? null };
}

const answered = (asked: Call): Promise<Answered> =>
  call(asked).catch(({ message }: Error) => ({ failure: message, next: null }));

/** Starts each call at its time, whatever became of those before. */
async function atPace(perSecond: number, durationMs: number, next: () => Call, failed: string[]) {
  const took: number[] = [];
  const started = performance.now();
  const calls: Promise<void>[] = [];
  for (let n = 0; n < (durationMs / 1000) * perSecond; n += 1) {
    const due = started + (n * 1000) / perSecond;
    await wait(Math.max(0, due - performance.now()));
    calls.push(
      answered(next()).then(async ({ failure, next: after }) => {
        took[n] = failure === null ? performance.now() - due : PEOPLE_WAIT_MS;
        const late = after === null ? null : (await answered(after)).failure;
        failed.push(...[failure, late].filter((said) => said !== null));
      }),
    );
  }
  await Promise.all(calls);
  return took;
}

answers('', {
  async serve({
    origin,
    shops,
    basket,
    password,
    emails,
    durationMs,
    ordersPerSecond = ORDERS_A_SECOND,
    signInsPerSecond = SIGN_INS_A_SECOND,
  }: HonestWindow): Promise<Honest> {
    pool ??= new Pool(origin, { connections: 64, pipelining: 1 });
    const failed: string[] = [];
    const order = (): Call => {
      placed += 1;
      const { token, outlets } = shops[placed % shops.length]!;
      const network = `192.0.2.${placed % NETWORKS}`;
      const placing = {
        path: `/customers/outlets/${outlets[Math.floor(placed / shops.length) % outlets.length]}/orders`,
        body: basket,
        network,
        expected: 201,
      };
      if (token === undefined) return placing;
      const next = (reply: string): Call => {
        const { order: placed } = JSON.parse(reply) as { order: { id: string } };
        return { path: `/sellers/orders/accept/${placed.id}`, body: '{}', network, expected: 200, token };
      };
      return { ...placing, next };
    };
    const signIn = (): Call => {
      signedIn += 1;
      return {
        path: '/sellers/sign-in',
        body: JSON.stringify({ email: emails[signedIn % emails.length], password }),
        network: `198.51.100.${signedIn % 250}`,
        expected: 200,
      };
    };
    const [orders, signIns] = await Promise.all([
      atPace(ordersPerSecond, durationMs, order, failed),
      atPace(signInsPerSecond, durationMs, signIn, failed),
    ]);
    return { orders, signIns, failed };
  },
});
