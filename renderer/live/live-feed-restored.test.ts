import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeShop, open, shop, watch } from '../../tests/support/shop/live-shop.ts';

afterEach(closeShop);

/** Two orders, of which the server then forgets the last changes: one was cancelled, one accepted. */
async function changedAndShown() {
  await open();
  shop.heartbeat = shop.wellNow;
  shop.change('1');
  shop.change('2');
  const before = { orders: new Map(shop.orders), seq: shop.seq };
  const watched = await watch({ heartbeatMs: 50 });
  shop.change('1', { status: 'deliver_waiting' });
  shop.change('2', { status: 'deliver_aborted' });
  await watched.equal();
  expect(watched.shown()).toEqual({ 1: 2 });
  return { ...watched, restore: () => void Object.assign(shop, before) };
}

describe('a server whose database lost changes, as after a restore or a failover (D32)', () => {
  it('is what the board shows once it is connected again', async () => {
    const { equal, shown, restore, replaced } = await changedAndShown();
    await shop.stop();
    restore();
    await shop.start();
    await equal();
    expect(shown()).toEqual({ 1: 1, 2: 1 });
    expect(replaced()).toBe(1);
    shop.change('2', { status: 'deliver_waiting' });
    await equal();
  });

  it('is what the board shows after the next heartbeat, if no connection ended', async () => {
    const { equal, shown, restore, replaced } = await changedAndShown();
    restore();
    await equal();
    expect(shown()).toEqual({ 1: 1, 2: 1 });
    expect(replaced()).toBe(1);
  });

  it('is not suspected for events that come late or twice, or for an answer that an event overtook (R5)', async () => {
    const { equal, replaced } = await changedAndShown();
    const sent: unknown[] = [];
    let beats = 0;
    shop.heartbeat = () => {
      const reply = shop.wellNow();
      beats += 1;
      shop.shape = (order, seq) => {
        sent.push({ order, seq });
        // Every second event is an older one, and its own is lost.
        return sent[beats % 2 === 0 ? 0 : sent.length - 1];
      };
      shop.change('1');
      return reply;
    };
    await vi.waitFor(() => expect(beats).toBeGreaterThan(6));
    shop.heartbeat = shop.wellNow;
    await equal();
    expect(replaced()).toBe(0);
  });
});
