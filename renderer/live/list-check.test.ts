import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { closeShop, open, shop, watch } from '../../tests/support/shop/live-shop.ts';
import { uncountedOf } from '#shared/orders/uncounted.ts';
import { differencesOf, listCheck, type KnownOrders } from './list-check.ts';

afterEach(closeShop);

async function watchChecked(options: Parameters<typeof watch>[0] = {}) {
  await open();
  shop.tellsVersions = true;
  shop.change('1');
  const watched = await watch({ recheckMs: 100, ...options });
  await vi.waitFor(() => expect(watched.state().connection).toBe('connected'));
  return watched;
}
/** Since now. */
async function afterChecks(count: number): Promise<void> {
  const { checks } = shop;
  await vi.waitFor(() => expect(shop.checks).toBeGreaterThanOrEqual(checks + count));
}
const lose = () => (shop.shape = () => null);

describe('the list is checked by the versions of its orders (D32)', () => {
  it('reads nothing where nothing differs', async () => {
    await watchChecked();
    const { lists, reads } = shop;
    await afterChecks(3);
    expect([shop.lists, shop.reads]).toEqual([lists, reads]);
  });

  it('an order whose change was lost is read by itself', async () => {
    const { equal } = await watchChecked();
    const { lists } = shop;
    lose();
    shop.change('1', { status: 'deliver_waiting' });
    await equal();
    expect(shop.lists).toBe(lists);
  });

  it('an order that was lost comes with the list, which alone says that a closed one belongs to it', async () => {
    const { equal, shown } = await watchChecked();
    lose();
    shop.change('2', { status: 'complete' });
    await equal();
    expect(shown()).toHaveProperty('2');
  });

  it('so is what no version counts', async () => {
    const { state } = await watchChecked();
    const { lists } = shop;
    const known = shop.orders.get('1');
    if (known) shop.orders.set('1', { ...known, seenAt: '2026-03-01T12:01:00.000Z' });
    await vi.waitFor(() => expect(state().entities['1']?.seenAt).toBe('2026-03-01T12:01:00.000Z'));
    expect(shop.lists).toBe(lists);
  });

  it('an order that left the list without an event leaves the screen', async () => {
    const { equal } = await watchChecked();
    lose();
    shop.change('1', { status: 'deliver_aborted' });
    await equal();
  });

  it('many lost changes come with the list', async () => {
    const { equal } = await watchChecked();
    const ids = Array.from({ length: 40 }, (_, n) => String(n + 2));
    for (const id of ids) shop.change(id);
    await equal();
    const { reads } = shop;
    lose();
    for (const id of ids) shop.change(id, { status: 'deliver_waiting' });
    await equal();
    expect(shop.reads).toBe(reads);
  });

  it('an order that came while the server was asked is no reason to read the list', async () => {
    let came = 1;
    const watched = await watchChecked({
      async delayVersions() {
        came += 1;
        shop.change(String(came));
        await vi.waitFor(() => expect(watched.shown()).toHaveProperty(String(came)));
      },
    });
    const { lists } = shop;
    await afterChecks(3);
    expect(shop.lists).toBe(lists);
  });

  it('the list is read where the versions cannot be, and by a server that does not tell them', async () => {
    const { equal } = await watchChecked({ delayVersions: () => Promise.reject(new Error('not there')) });
    lose();
    shop.change('2');
    await equal();
    await closeShop();

    await open();
    const { equal: listed } = await watch({ recheckMs: 100 });
    lose();
    shop.change('1');
    await listed();
    expect(shop.checks).toBe(0);
  });
});

it('an order whose event is on its way is not read', async () => {
  const order = sampleOrder({ version: 2 });
  let here: KnownOrders = { entities: {}, gone: {} };
  const known = vi.fn<() => KnownOrders>(() => here);
  const read = vi.fn<() => void>();
  const begin = () =>
    listCheck({
      outletId: order.outletId,
      fetchVersions: async () => [{ id: order.id, version: 2, uncounted: uncountedOf(order) }],
      known,
      arriveWithinMs: 20,
      readOne: read,
      readList: read,
    }).begin();
  begin();
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  read.mockClear();
  known.mockClear();

  begin();
  // When the server is asked, and when it has answered.
  await vi.waitFor(() => expect(known).toHaveBeenCalledTimes(2), { interval: 1 });
  here = { entities: { [order.id]: order }, gone: {} };
  await vi.waitFor(() => expect(known).toHaveBeenCalledTimes(3));
  expect(read).not.toHaveBeenCalled();
});

it('an order that has ended here is no difference while the server still lists it', () => {
  const order = sampleOrder({ version: 3 });
  const listed = [{ id: order.id, version: 3, uncounted: uncountedOf(order) }];
  const check = (gone: Record<string, number>) =>
    differencesOf(order.outletId, listed, {}, { entities: {}, gone });
  expect(check({ [order.id]: 4 })).toEqual({ ids: [], isOther: false });
  expect(check({ [order.id]: 2 })).toEqual({ ids: [], isOther: true });
});
