import { randomUUID } from 'node:crypto';
import type { Order } from '#shared/api/orders.ts';
import { signInBeside } from '../browser/kept-sign-in.ts';
import type { Basket, TestPlatform } from './platform.ts';

/** What the seller does on another device than the tested one. */
export type SellerApi = {
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  start(): Promise<void>;
  /** Says that a screen listens, without which guests may not order; it counts for a minute. */
  listen(): Promise<void>;
  /** Ends the session; returns its id. */
  finish(): Promise<string>;
  /** Takes an order from the customer's press to the money. */
  closedOrder(basket?: Basket): Promise<Order>;
};

type Place = Pick<TestPlatform, 'origin' | 'email' | 'password' | 'outletId' | 'placeOrder'>;

export async function sellerApi(platform: Place): Promise<SellerApi> {
  const { origin, email, password, outletId } = platform;
  const { accessToken } = await signInBeside(origin, email, password);
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as T;
  }
  const session = `/sellers/outlets/${outletId}/trading-session`;
  return {
    call,
    async start() {
      await call('POST', `${session}/start`);
    },
    async listen() {
      const screen = { screenId: randomUUID(), screenName: 'Bar', silent: null };
      await call('POST', `/sellers/outlets/${outletId}/listening`, screen);
    },
    async finish() {
      await call('POST', `${session}/finish`);
      const { tradingSessions } = await call<{ tradingSessions: { id: string }[] }>(
        'GET',
        `/sellers/outlets/${outletId}/trading-sessions`,
      );
      return tradingSessions[0]?.id ?? '';
    },
    async closedOrder(basket) {
      const { order } = await platform.placeOrder(basket);
      if (order.noteUnread) await call('POST', `/sellers/orders/read-note/${order.id}`);
      // Accepted, started, ready, delivered.
      for (let step = 0; step < 4; step += 1)
        await call('POST', `/sellers/outlets/${outletId}/progress-order/${order.id}`);
      return call<Order>('POST', `/sellers/orders/complete/${order.id}`);
    },
  };
}
