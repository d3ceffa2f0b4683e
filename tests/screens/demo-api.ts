import type { Order } from '#shared/api/orders.ts';

/** One of the demo's accounts, signed in beside the browser. */
export type DemoApi = {
  /** What the web build keeps of the sign-in. */
  kept: { name: string; value: string }[];
  orders(outletId: string): Promise<Order[]>;
  progress(outletId: string, orderId: string): Promise<void>;
  /** The last session that was finished. */
  history(outletId: string): Promise<{ sessionId: string }>;
};

export async function openApi(origin: string, email: string, password: string): Promise<DemoApi> {
  let accessToken = '';
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as T;
  }
  const { account } = await call<{ account: { accessToken: string; refreshToken: string } }>(
    'POST',
    '/sellers/sign-in',
    { email, password },
  );
  accessToken = account.accessToken;
  return {
    kept: [
      { name: 'account', value: JSON.stringify(account) },
      { name: 'accessToken', value: account.accessToken },
      { name: 'refreshToken', value: account.refreshToken },
    ],
    orders: (outletId) => call('GET', `/sellers/outlets/${outletId}/orders`),
    async progress(outletId, orderId) {
      await call('POST', `/sellers/outlets/${outletId}/progress-order/${orderId}`);
    },
    async history(outletId) {
      const { tradingSessions } = await call<{
        tradingSessions: { id: string; finishedAt: string | null }[];
      }>('GET', `/sellers/outlets/${outletId}/trading-sessions`);
      return { sessionId: tradingSessions.find(({ finishedAt }) => finishedAt)?.id ?? '' };
    },
  };
}
