import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLine, type Line } from '../../tests/support/servers/line.ts';
import { Shop } from '../../tests/support/shop/losing-shop.ts';
import { openSellerSocket } from './seller-socket.ts';

let shop: Shop;
let line: Line;
let stop = () => {};
beforeEach(async () => {
  shop = new Shop();
  await shop.start();
  line = await openLine(shop.port);
});
afterEach(async () => {
  stop();
  await line.close();
  await shop.stop();
});

/** A screen that watches no outlet, as it says what its connection is worth. */
async function listen() {
  const said: string[] = [];
  const onUnattended = vi.fn<() => void>();
  ({ stop } = openSellerSocket({
    origin: `http://127.0.0.1:${line.port}`,
    accessToken: () => 'token',
    refresh: async () => null,
    screen: () => ({ screenId: 'screen-1', screenName: 'Bar till', silent: null }),
    mayBeThrottled: false,
    onConnection: (connection) => void said.push(connection),
    onUnattended,
    onOrdering: () => undefined,
    onBooks: () => undefined,
    everyMs: 50,
    answerWithinMs: 500,
    pulseMs: 20,
    retryMs: 20,
  }));
  await vi.waitFor(() => expect(said.at(-1)).toBe('connected'), 5_000);
  return { said, onUnattended };
}

it('a screen that watches no outlet notices a line that swallows everything, and asks again what it missed', async () => {
  shop.heartbeat = shop.wellNow;
  const { said, onUnattended } = await listen();
  // The first one, whose answer says that there are answers, and one of those after it.
  await vi.waitFor(() => expect(shop.screens.length).toBeGreaterThan(2), 5_000);
  line.be('silent');
  await vi.waitFor(() => expect(said.at(-1)).not.toBe('connected'), 5_000);
  const asked = onUnattended.mock.calls.length;
  line.be('well');
  await vi.waitFor(() => expect(said.at(-1)).toBe('connected'), 10_000);
  expect(onUnattended.mock.calls.length).toBeGreaterThan(asked);
});

it('takes no server that answers no heartbeats for a dead one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  try {
    const { said } = await listen();
    await vi.waitFor(() => expect(shop.screens).toHaveLength(1), 5_000);
    vi.advanceTimersByTime(60_000);
    expect(said.at(-1)).toBe('connected');
    expect(shop.screens).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
