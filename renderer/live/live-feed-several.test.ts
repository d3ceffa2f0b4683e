import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeShop, feed, open, shop, watch } from '../../tests/support/shop/live-shop.ts';

afterEach(closeShop);

const both = ['outlet', 'annexe'];

/** A server with two outlets, each with an order, and a screen that watches both. */
async function watchBoth(options: Parameters<typeof watch>[0] = {}) {
  await open();
  shop.others = { annexe: 0 };
  shop.change('1');
  shop.change('2', { outletId: 'annexe' });
  return watch({ outletIds: both, ...options });
}

describe('a screen that watches several outlets (D62)', () => {
  it('names all of them at once, has the orders of each, and follows both', async () => {
    const { shown, equal, state } = await watchBoth();
    expect(shop.named).toEqual([both]);
    expect(shown()).toEqual({ 1: 1, 2: 1 });
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
    const { lists } = shop;
    shop.change('1', { status: 'deliver_waiting' });
    shop.change('2', { outletId: 'annexe', status: 'deliver_waiting' });
    shop.change('3', { outletId: 'annexe' });
    await equal();
    expect(shop.lists, 'the counts of two outlets are no gap').toBe(lists);
  });

  it('notices a lost event of either, by the gap and by the count of a heartbeat', async () => {
    await open();
    shop.heartbeat = shop.wellNow;
    shop.others = { annexe: 0 };
    const { equal, state } = await watch({ outletIds: both, heartbeatMs: 100 });
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
    shop.shape = () => null;
    shop.change('1', { outletId: 'annexe' });
    await equal();
    shop.change('2');
    await equal();
    const { lists } = shop;
    shop.change('3', { outletId: 'annexe' });
    shop.shape = (order, seq) => ({ order, seq });
    shop.change('4', { outletId: 'annexe' });
    await equal();
    expect(shop.lists - lists, 'only that outlet’s list').toBe(1);
  });

  it('reads every list for an event that does not say whose it is', async () => {
    const { equal } = await watchBoth();
    shop.shape = (order) => order.id;
    shop.change('3', { outletId: 'annexe' });
    await equal();
  });

  it('names the outlet in its reports', async () => {
    await watchBoth();
    feed?.report('2', 'alerted', 'annexe');
    await vi.waitFor(() =>
      expect(shop.reported.toSorted((a, b) => a.localeCompare(b))).toEqual([
        '1 received outlet',
        '2 alerted annexe',
        '2 received annexe',
      ]),
    );
  });

  it('is never connected at a server that does not know several', async () => {
    await open();
    shop.named = null;
    shop.others = { annexe: 0 };
    let names = 0;
    const { state } = await watch({ outletIds: both, acknowledgeMs: 20, patienceMs: 50 });
    await vi.waitFor(() => expect((names = shop.lists)).toBeGreaterThan(1));
    expect(state().connection).not.toBe('connected');
    shop.named = [];
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
    expect(names).toBeGreaterThan(1);
  });
});
