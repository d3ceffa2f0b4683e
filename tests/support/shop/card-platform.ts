import { randomUUID } from 'node:crypto';
import type { Order } from '#shared/api/orders.ts';
import type { FakeStripe } from '../../../server/testing/fake-stripe.ts';
import { line, startPlatform, type TestPlatform } from './platform.ts';

/** A real server whose seller takes cards at the stand-in. */
export type CardPlatform = {
  platform: TestPlatform;
  /** A call of the signed-in seller; returns the reply, or null if it is no JSON. */
  call: ReturnType<typeof callsOf>['call'];
  /** Connects the account and starts trading. */
  openForCards(): Promise<void>;
  /** Null if the server died before it answered. With the key of an earlier order this only asks about that one. */
  place(paymentMethod?: string, key?: string): Promise<string | null>;
  placeAndDeliver(paymentMethod?: string): Promise<string>;
  /** An order whose money is taken. */
  close(paymentMethod?: string): Promise<Order>;
  /** Sends an event as Stripe does; returns the status of the reply. */
  tell(type: string, object: object): Promise<number>;
};

const bar = { screenId: randomUUID(), screenName: 'Bar', silent: null };

export async function cardPlatform(
  stripe: FakeStripe,
  account: string,
  env: Record<string, string> = {},
): Promise<CardPlatform> {
  const platform = await startPlatform({
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRETS: stripe.webhookKey,
    STRIPE_CLIENT_ID: stripe.clientId,
    STRIPE_API_BASE: stripe.origin,
    ...env,
  });
  const calls = callsOf(platform);
  const { call } = calls;

  async function place(paymentMethod = 'pm_card_visa', key: string = randomUUID()): Promise<string | null> {
    // However long this takes, somebody is there to answer.
    await call('POST', `/sellers/outlets/${platform.outletId}/listening`, bar);
    const url = `${platform.origin}/api/customers/outlets/${platform.outletId}/orders`;
    const items = [line(platform.menu, 'Americano')];
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ customerName: 'Tom', tableNumber: '7', items, paymentMethod }),
    }).catch(() => null);
    return reply && (await reply.json()).order.id;
  }

  async function placeAndDeliver(paymentMethod?: string): Promise<string> {
    const id = (await place(paymentMethod)) ?? '';
    await call('POST', `/sellers/orders/accept/${id}`);
    await call('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'complete' });
    return id;
  }

  return {
    platform,
    call,
    place,
    placeAndDeliver,
    openForCards: () => openForCards(stripe, account, platform, calls),
    async close(paymentMethod) {
      const id = await placeAndDeliver(paymentMethod);
      return call('POST', `/sellers/orders/complete/${id}`);
    },
    async tell(type, object) {
      const { payload, signature } = stripe.event(type, account, object, { at: new Date() });
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const url = `${platform.origin}/api/stripe/webhook`;
      return (await fetch(url, { method: 'POST', headers, body: payload })).status;
    },
  };
}

function callsOf(platform: TestPlatform) {
  let token = '';
  return {
    async call(method: string, path: string, body?: unknown) {
      const reply = await fetch(`${platform.origin}/api${path}`, {
        method,
        redirect: 'manual',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return reply.headers.get('content-type')?.includes('json') ? reply.json() : null;
    },
    signedIn(accessToken: string) {
      token = accessToken;
    },
  };
}

async function openForCards(
  stripe: FakeStripe,
  account: string,
  { email, password, outletId }: TestPlatform,
  { call, signedIn }: ReturnType<typeof callsOf>,
): Promise<void> {
  signedIn((await call('POST', '/sellers/sign-in', { email, password })).account.accessToken);
  const { stripeConnectState: state } = await call('GET', '/sellers/profile');
  stripe.account(account);
  stripe.codes.set('ac_ferry', account);
  await call('POST', '/sellers/stripe-account', { code: 'ac_ferry', state });
  await call('POST', `/sellers/outlets/${outletId}/trading-session/start`);
}
