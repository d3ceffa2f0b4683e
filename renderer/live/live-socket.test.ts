import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Shop } from '../../tests/support/shop/losing-shop.ts';
import { openLiveSocket } from './live-socket.ts';

let shop: Shop;
beforeEach(async () => {
  shop = new Shop();
  await shop.start();
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.stop();
});

it('a socket that is stopped connects no more, also where two attempts failed at once', async () => {
  shop.validToken = 'no token is';
  const asked: ((error: Error) => void)[] = [];
  const live = openLiveSocket({
    origin: `http://127.0.0.1:${shop.port}`,
    accessToken: () => 'token',
    refresh: () => new Promise((_resolve, reject) => asked.push(reject)),
    onConnection: () => undefined,
  });
  await vi.waitFor(() => expect(asked).toHaveLength(1), 5_000);
  live.connectAnew();
  await vi.waitFor(() => expect(asked).toHaveLength(2), 5_000);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const fail of asked) fail(new Error('Offline'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  live.stop();
  expect(vi.getTimerCount()).toBe(0);
});
