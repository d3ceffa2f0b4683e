import type { Order } from '#shared/api/orders.ts';
import { signInBeside } from '../support/browser/kept-sign-in.ts';

/** One of the demo's accounts, signed in independently of the browser. */
export type DemoApi = {
  /** What the web build stores of the sign-in. */
  kept: { name: string; value: string }[];
  orders(outletId: string): Promise<Order[]>;
  progress(outletId: string, orderId: string): Promise<void>;
  /** The last finished session, with its orders. */
  history(outletId: string): Promise<{ sessionId: string; orders: Order[] }>;
  refund(orderId: string, amountToRefund: number): Promise<void>;
  /** The id of the outlet of that name. */
  outlet(name: string): Promise<string>;
};

export async function openApi(origin: string, email: string, password: string): Promise<DemoApi> {
  const kept = await signInBeside(origin, email, password);
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${kept.accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as T;
  }
  return {
    kept: Object.entries(kept).map(([name, value]) => ({ name, value })),
    orders: (outletId) => call('GET', `/sellers/outlets/${outletId}/orders`),
    async progress(outletId, orderId) {
      await call('POST', `/sellers/orders/read-note/${orderId}`);
      const order = await call<Order>('GET', `/sellers/orders/${orderId}`);
      if (order.ageCheck?.outcome === null && order.status === 'deliver_enroute')
        await call('POST', `/sellers/orders/check-age/${orderId}`, { outcome: 'checked' });
      await call('POST', `/sellers/outlets/${outletId}/progress-order/${orderId}`);
    },
    async history(outletId) {
      const { tradingSessions } = await call<{
        tradingSessions: { id: string; finishedAt: string | null }[];
      }>('GET', `/sellers/outlets/${outletId}/trading-sessions`);
      const sessionId = tradingSessions.find(({ finishedAt }) => finishedAt)?.id ?? '';
      const { orders } = await call<{ orders: Order[] }>(
        'GET',
        `/sellers/outlets/trading-sessions/${sessionId}`,
      );
      return { sessionId, orders };
    },
    async refund(orderId, amountToRefund) {
      await call('POST', `/sellers/orders/refund/${orderId}`, { amountToRefund, reason: 'Cold' });
    },
    async outlet(name) {
      const outlets = await call<{ id: string; name: string }[]>('GET', '/sellers/outlets');
      return outlets.find((outlet) => outlet.name === name)?.id ?? '';
    },
  };
}
