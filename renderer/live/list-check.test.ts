import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Order, OrderVersion } from '#shared/api/orders.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { knownOrder } from '../state/known-orders.ts';
import { closeShop, feed, open, shop, watch } from '../../tests/support/shop/live-shop.ts';
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

  it('also when somebody looks at the screen', async () => {
    await watchChecked({ recheckMs: 60_000 });
    const { lists, checks } = shop;
    feed?.lookedAt();
    await vi.waitFor(() => expect(shop.checks).toBe(checks + 1));
    expect(shop.lists).toBe(lists);
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
    await vi.waitFor(() => expect(knownOrder(state(), '1')?.seenAt).toBe('2026-03-01T12:01:00.000Z'));
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

  it('the list is read while there are orders on it that cannot be read here', async () => {
    const { state, hide } = await watchChecked();
    hide([{ place: 0, id: '9', orderNumber: '9', status: 'deliver_later' }]);
    const { lists } = shop;
    await vi.waitFor(() => expect(shop.lists).toBeGreaterThan(lists + 1));
    expect(state().unreadable).toHaveLength(1);
  });

  it('a server that comes back without the call is not asked for it', async () => {
    const { state } = await watchChecked();
    await shop.stop();
    shop.tellsVersions = false;
    await vi.waitFor(() => expect(state().connection).not.toBe('connected'));
    await shop.start();
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
    const { checks, lists } = shop;
    await vi.waitFor(() => expect(shop.lists).toBeGreaterThan(lists + 2));
    expect(shop.checks).toBe(checks);
  });

  it('a check on a connection that is gone is given up for the list', async () => {
    const asked = vi.fn<(signal: AbortSignal) => void>();
    const { state } = await watchChecked({
      async delayVersions(signal) {
        asked(signal);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    await shop.stop();
    await vi.waitFor(() => expect(state().connection).not.toBe('connected'));
    await shop.start();
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
    expect(asked.mock.calls[0]?.[0].aborted).toBe(true);
  });

  it('of several outlets each is checked by itself (D62)', async () => {
    await open();
    shop.tellsVersions = true;
    shop.others = { annexe: 0 };
    shop.change('1');
    shop.change('2', { outletId: 'annexe' });
    const { state, equal } = await watch({ recheckMs: 100, outletIds: ['outlet', 'annexe'] });
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
    const { lists } = shop;
    await afterChecks(4);
    lose();
    shop.change('2', { outletId: 'annexe', status: 'deliver_waiting' });
    await equal();
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

describe('one check', () => {
  const order = sampleOrder({ version: 2 });
  const listed = [{ id: order.id, version: 2, uncounted: uncountedOf(order) }];
  const older = { ...order, version: 1 };
  const knows = (some: Order[], gone: Record<string, number> = {}): KnownOrders => ({
    sorted: some,
    gone,
    outlets: [],
  });
  let here = knows([]);
  const readOne = vi.fn<(orderId: string) => void>();
  const fetchVersions = vi.fn<() => Promise<OrderVersion[]>>(async () => listed);
  const check = () =>
    listCheck({
      outletId: order.outletId,
      fetchVersions,
      known: () => here,
      arriveWithinMs: 20,
      readOne,
      readList: () => expect.unreachable(),
    });
  const answered = () => fetchVersions.mock.results.at(-1)?.value;
  beforeEach(() => void vi.clearAllMocks());

  it('reads no order whose event was on its way', async () => {
    const time = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => time.mockRestore());
    here = knows([older]);
    const { begin, beat } = check();
    begin();
    await answered();
    beat();
    here = knows([order]);
    time.mockReturnValue(1_000);
    beat();
    expect(readOne).not.toHaveBeenCalled();
    begin();
    expect(fetchVersions, 'that one is over').toHaveBeenCalledTimes(2);
  });

  it('ends, however often another is asked for meanwhile', async () => {
    here = knows([older]);
    const { begin, beat } = check();
    await vi.waitFor(
      () => {
        begin();
        beat();
        expect(readOne).toHaveBeenCalledWith(order.id);
      },
      { interval: 5 },
    );
  });

  const differences = (before: Order[], now: KnownOrders) =>
    differencesOf(order.outletId, listed, knows(before).sorted, now);

  it('an order that has ended here is no difference while the server still lists it', () => {
    expect(differences([], knows([], { [order.id]: 3 }))).toEqual({ ids: [], isOther: false });
    expect(differences([], knows([], { [order.id]: 1 }))).toEqual({ ids: [], isOther: true });
  });

  it('a lost change is a difference also where what no version counts has changed meanwhile', () => {
    const seen = { seenAt: '2026-03-01T12:01:00.000Z' };
    expect(differences([older], knows([{ ...older, ...seen }])).ids).toEqual([order.id]);
    expect(differences([order], knows([{ ...order, ...seen }])).ids).toEqual([]);
    expect(differences([{ ...order, ...seen }], knows([{ ...order, ...seen }])).ids).toEqual([]);
  });
});
