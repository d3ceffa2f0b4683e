import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { promisedMinute } from '#shared/orders/promises.ts';
import { startPlatform, type PlacedOrder, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi, type SellerApi } from '../support/shop/seller-api.ts';

const MINUTE_MS = 60_000;
let platform: TestPlatform;
let seller: SellerApi;

beforeAll(async () => {
  platform = await startPlatform();
  seller = await sellerApi(platform);
  await seller.start();
  const promising = { name: 'The Old Ferry', promisesReadyTime: true };
  await seller.call('PATCH', `/sellers/outlets/${platform.outletId}`, promising);
});
afterAll(() => platform.stop());

const inMinutes = (minutes: number) =>
  new Date(promisedMinute(Date.now()) + minutes * MINUTE_MS).toISOString();
async function accepted(readyBy: string): Promise<PlacedOrder> {
  const placed = await platform.placeOrder();
  await seller.call('POST', `/sellers/orders/accept/${placed.order.id}`, { readyBy });
  return placed;
}
const promisesOf = async (id: string) =>
  ((await seller.call<Order>('GET', `/sellers/orders/${id}`)).promises ?? []).map(({ readyBy }) => readyBy);
/** What the guest is told. */
async function told({ order, trackingToken }: PlacedOrder) {
  const { origin } = platform;
  const reply = await fetch(`${origin}/api/customers/orders/${order.id}?token=${trackingToken}`);
  const { readyTime } = (await reply.json()) as { readyTime: { readyBy: string; movedFrom: string | null } };
  return { readyBy: readyTime.readyBy, movedFrom: readyTime.movedFrom };
}
async function kill() {
  await platform.end('SIGKILL');
  await platform.restart();
}

it('kill -9 while promises are moved: each that was answered stands, in its order, and the guest is told it (D63)', async () => {
  const first = inMinutes(20);
  const placed = await Promise.all(Array.from({ length: 6 }, () => accepted(first)));
  const answered = new Map(placed.map(({ order }) => [order.id, [first]]));
  let moves = 0;
  await Promise.all(
    placed.map(async ({ order: { id } }) => {
      for (let minutes = 21; ; minutes += 1) {
        const readyBy = inMinutes(minutes);
        try {
          await seller.call('POST', `/sellers/orders/ready-time/${id}`, { readyBy });
        } catch {
          return;
        }
        answered.get(id)?.push(readyBy);
        if ((moves += 1) === 60) platform.server.process.kill('SIGKILL');
      }
    }),
  );
  expect(moves).toBeGreaterThanOrEqual(60);
  await platform.server.ended;
  await platform.restart();

  for (const one of placed) {
    const certain = answered.get(one.order.id) ?? [];
    const promises = await promisesOf(one.order.id);
    expect(promises.slice(0, certain.length)).toEqual(certain);
    // One more was under way when the server was killed.
    expect(promises.length).toBeLessThanOrEqual(certain.length + 1);
    expect(await told(one)).toEqual({ readyBy: promises.at(-1), movedFrom: first });
  }
});

it('kill -9 before a delay is announced, and after: the guest hears of it once (D63)', async () => {
  const promise = inMinutes(0);
  const placed = await accepted(promise);
  await kill();
  const moved = new Date(Date.parse(promise) + 5 * MINUTE_MS).toISOString();
  // The server announces it once the promised minute has run for 20 s.
  await vi.waitFor(
    async () => expect(await told(placed)).toEqual({ readyBy: moved, movedFrom: promise }),
    40_000,
  );
  await kill();
  expect(await told(placed)).toEqual({ readyBy: moved, movedFrom: promise });
  expect(await promisesOf(placed.order.id)).toEqual([promise, moved]);
});
