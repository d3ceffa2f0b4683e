/** Guests who order and staff who sign in, each from their own network and at a person's pace. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { answers } from './bench-process.ts';

export type HonestWindow = {
  origin: string;
  outlets: string[];
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

type Call = { path: string; body: string; network: string; expected: number };

async function call({ path, body, network, expected }: Call): Promise<string | null> {
  const { statusCode, body: reply } = await pool!.request({
    method: 'POST',
    path: `/api${path}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': network,
    },
    body,
    headersTimeout: PEOPLE_WAIT_MS,
    bodyTimeout: PEOPLE_WAIT_MS,
  });
  await reply.dump();
  return statusCode === expected ? null : `${path} answered ${statusCode}`;
}

/** Starts each call at its time, whatever became of those before. */
async function atPace(perSecond: number, durationMs: number, next: () => Call, failed: string[]) {
  const took: number[] = [];
  const started = performance.now();
  const calls: Promise<void>[] = [];
  for (let n = 0; n < (durationMs / 1000) * perSecond; n += 1) {
    const due = started + (n * 1000) / perSecond;
    await wait(Math.max(0, due - performance.now()));
    const asked = call(next()).catch((error: Error) => error.message);
    calls.push(
      asked.then((failure) => {
        if (failure !== null) failed.push(failure);
        took[n] = failure === null ? performance.now() - due : PEOPLE_WAIT_MS;
      }),
    );
  }
  await Promise.all(calls);
  return took;
}

answers('', {
  async serve({
    origin,
    outlets,
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
      const outlet = outlets[placed % outlets.length];
      const network = `192.0.2.${placed % NETWORKS}`;
      return { path: `/customers/outlets/${outlet}/orders`, body: basket, network, expected: 201 };
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
