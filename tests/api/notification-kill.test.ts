import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { GuestPush } from '../support/alerts/notified-guest.ts';
import { pushService } from '../support/alerts/push-service.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi, type SellerApi } from '../support/shop/seller-api.ts';

let platform: TestPlatform;
let phones: Awaited<ReturnType<typeof pushService>>;
let seller: SellerApi;
beforeAll(async () => {
  phones = await pushService();
  platform = await startPlatform({ PUSH_PRIVATE_HOSTS: '127.0.0.1' });
  seller = await sellerApi(platform);
  await seller.start();
});
afterAll(async () => {
  await platform.stop();
  await phones.close();
});

/** An order whose guest is to be told, and which is being made. */
async function notified(): Promise<string> {
  await seller.listen();
  const { order, trackingToken } = await platform.placeOrder();
  const { endpoint, keys } = phones.subscription(order.id);
  const token = new URLSearchParams({ token: trackingToken });
  const reply = await fetch(`${platform.origin}/api/customers/orders/${order.id}/notifications?${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
  expect(reply.status).toBe(201);
  await next(order.id);
  await next(order.id);
  return order.id;
}
const next = (id: string) =>
  seller.call('POST', `/sellers/outlets/${platform.outletId}/progress-order/${id}`);
const toldOf = (id: string) =>
  phones.received
    .map((one) => ({ at: one.at, push: phones.decrypted(one) as GuestPush }))
    .filter(({ push }) => push.orderId === id);

it('kill -9 while a guest is told that their order is ready: they are told again with the same id, and so is who came next (D70)', async () => {
  const [first, second] = [await notified(), await notified()];
  // The first message is never answered: the server dies while it waits.
  phones.setAnswer(() => undefined);
  await next(first);
  await vi.waitFor(() => expect(toldOf(first)).toHaveLength(1), { timeout: 10_000 });
  await next(second);
  await platform.end('SIGKILL');
  const before = toldOf(second).length;
  phones.setAnswer((response) => response.writeHead(201).end());
  await platform.restart();
  const backAt = Date.now();

  await vi.waitFor(() => expect(toldOf(first)).toHaveLength(2), { timeout: 10_000 });
  await vi.waitFor(() => expect(toldOf(second)).toHaveLength(before + 1), { timeout: 10_000 });
  const [asFirst, again] = toldOf(first);
  expect(again?.push.id).toBe(asFirst?.push.id);
  expect((again?.at ?? 0) - backAt).toBeLessThan(4_500);
  expect(new Set(toldOf(second).map(({ push }) => push.id)).size).toBe(1);
});
