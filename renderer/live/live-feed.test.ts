import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { knownOrder } from '../state/known-orders.ts';
import { closeShop, feed, open, shop, watch } from '../../tests/support/shop/live-shop.ts';

afterEach(() => void vi.restoreAllMocks());
afterEach(closeShop);

describe('the screen equals the server (D32)', () => {
  it('applies what is newer at once, removes what was cancelled, and corrects the clock (D30)', async () => {
    await open();
    shop.change('1');
    const { state, shown, equal } = await watch();
    expect(shown()).toEqual({ 1: 1 });
    await vi.waitFor(() => expect(state().clockAheadMs).toBeGreaterThan(50_000));
    const before = shop.lists;
    shop.change('1', { status: 'deliver_waiting' });
    shop.change('2');
    await equal();
    shop.change('2', { status: 'deliver_aborted' });
    await equal();
    expect(shop.lists).toBe(before);
    expect(shop.reads).toBe(0);
  });

  it('a change that happens while the list is on its way is not lost', async () => {
    await open();
    shop.change('1');
    let delayed = false;
    const { equal } = await watch({
      async delayList() {
        if (delayed) return;
        delayed = true;
        shop.change('1', { status: 'deliver_waiting' });
        shop.change('2');
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
    });
    await equal();
  });

  it('a lost event is noticed by the gap in seq (R1)', async () => {
    await open();
    const { equal } = await watch();
    shop.shape = () => null;
    shop.change('1');
    shop.change('2');
    shop.shape = (order, seq) => ({ order, seq });
    shop.change('3');
    await equal();
  });

  it('the same loss stays where nothing says that an event is missing (R1)', async () => {
    await open();
    const { shown } = await watch();
    shop.shape = () => null;
    shop.change('1');
    shop.shape = (order) => ({ order });
    const { lists } = shop;
    shop.change('2');
    await vi.waitFor(() => expect(shown()).toEqual({ 2: 1 }));
    shop.change('3');
    await vi.waitFor(() => expect(shown()).toEqual({ 2: 1, 3: 1 }));
    expect(shop.lists).toBe(lists);
  });

  it('the last event lost is found at the next check', async () => {
    await open();
    const { equal } = await watch({ recheckMs: 100 });
    shop.shape = () => null;
    shop.change('1');
    await equal();
  });

  it('the last event lost is found at the next check after the clock was set back', async () => {
    await open();
    const { state, equal } = await watch({ recheckMs: 100 });
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    shop.shape = () => null;
    shop.change('1');
    await equal();
  });

  it('disorder and doubles do no harm (R5)', async () => {
    await open();
    const { equal } = await watch();
    const late: unknown[] = [];
    shop.shape = (order, seq) => {
      late.push({ order, seq });
      return null;
    };
    shop.change('1');
    shop.change('1', { status: 'deliver_waiting' });
    const [first, second] = late;
    shop.shape = () => second;
    shop.change('9');
    shop.orders.delete('9');
    shop.shape = () => first;
    shop.change('9');
    shop.orders.delete('9');
    await equal();
  });

  it.each([
    ['only ids', (order: Order) => order.id],
    ['objects with only an id', (order: Order) => ({ _id: order.id })],
    ['bare orders', (order: Order) => order],
    ['orders without a version', ({ version: _version, ...order }: Order) => ({ order })],
  ])('a server that sends %s (D2)', async (_what, shape) => {
    await open();
    shop.acknowledges = false;
    shop.shape = shape;
    const { equal, state } = await watch();
    shop.change('1');
    shop.change('2');
    shop.change('1', { status: 'deliver_waiting' });
    await equal();
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
  });

  it('fifty session updates are at most two reloads (R6)', async () => {
    await open();
    let arrived = Promise.resolve();
    const { equal, shown } = await watch({ delayList: () => arrived });
    const before = shop.lists;
    // The list takes as long as the burst does.
    arrived = vi.waitFor(() => expect(shown()).toHaveProperty('1'));
    for (let n = 0; n < 50; n += 1) shop.sessionUpdate();
    shop.change('1');
    await equal();
    await vi.waitFor(() => expect(shop.lists - before).toBe(2));
    shop.change('2');
    await equal();
    expect(shop.lists - before).toBe(2);
  });

  it('after the server was away the list is read again, with no event for what happened meanwhile (R3)', async () => {
    await open();
    shop.change('1');
    const { equal, state, sessions } = await watch();
    await shop.stop();
    await vi.waitFor(() => expect(state().connection).not.toBe('connected'));
    const before = sessions();
    shop.shape = () => null;
    shop.change('1', { status: 'deliver_aborted' });
    shop.change('2');
    await shop.start();
    await vi.waitFor(() => expect(state().connection).toBe('connected'), { timeout: 15_000 });
    await equal();
    expect(sessions(), 'the session may have ended meanwhile').toBeGreaterThan(before);
  });

  it('a list that could not be read is read again, with no event and long before the next check', async () => {
    await open();
    shop.change('1');
    let failures = 2;
    const { equal } = await watch({
      async delayList() {
        if (failures-- > 0) throw new Error('503');
      },
    });
    await equal();
  });

  it('a server that acknowledges nothing does not keep the list waiting', async () => {
    await open();
    shop.acknowledges = false;
    shop.change('1');
    const { shown } = await watch({ acknowledgeMs: 60_000 });
    expect(shown()).toEqual({ 1: 1 });
  });

  it('where no socket gets through, the list is read all the same, and checked again', async () => {
    await open();
    shop.change('1');
    const { shown, equal, state } = await watch({
      origin: 'http://127.0.0.1:9',
      recheckMs: 100,
      patienceMs: 100,
    });
    expect(shown()).toEqual({ 1: 1 });
    shop.change('2');
    await equal();
    expect(state().connection).not.toBe('connected');
  });

  it('an outlet that could not be watched just now is asked for again', async () => {
    await open();
    shop.refusal = 'UNAVAILABLE';
    const { equal, state } = await watch();
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
    shop.change('1');
    await equal();
  });
});

it('a refused token is refreshed once, and the connection comes by itself (R9)', async () => {
  await open();
  shop.validToken = 'fresh';
  let token = 'stale';
  let refreshes = 0;
  const { state } = await watch({
    token: () => token,
    async refresh() {
      refreshes += 1;
      token = 'fresh';
      return token;
    },
  });
  await vi.waitFor(() => expect(state().connection).toBe('connected'));
  expect(refreshes).toBe(1);
});

it('a server that refuses the fresh token too is not asked for another, again and again (R9)', async () => {
  await open();
  shop.validToken = 'no token is';
  let refreshes = 0;
  let token = 'stale';
  const { state } = await watch({
    token: () => token,
    async refresh() {
      refreshes += 1;
      token = `fresh ${refreshes}`;
      return token;
    },
  });
  await vi.waitFor(() => expect(shop.handshakes).toBeGreaterThan(4));
  expect(refreshes).toBe(1);
  shop.validToken = token;
  await vi.waitFor(() => expect(state().connection).toBe('connected'));
});

it('an account that is not verified any more is told so, and does not try again (D15)', async () => {
  await open();
  shop.validToken = 'no token is';
  shop.handshakeRefusal = 'ACCOUNT_NOT_VERIFIED';
  const { state } = await watch();
  await vi.waitFor(() => expect(state().connection).toBe('error'));
  expect(shop.handshakes).toBe(1);
});

it('a screen that is one too many says so, asks less and less often, and connects once there is room', async () => {
  await open();
  shop.validToken = 'no token is';
  shop.handshakeRefusal = 'TOO_MANY_CONNECTIONS';
  const began = performance.now();
  const { state, shown } = await watch({ retryMs: 20 });
  await vi.waitFor(() => expect(shop.handshakes).toBeGreaterThanOrEqual(5), 10_000);
  expect(performance.now() - began, 'it waited 20, 40, 80 and 160 ms').toBeGreaterThanOrEqual(300);
  expect(state().connection).toBe('crowded');
  expect(shown(), 'the list is read all the same').toEqual({});
  shop.validToken = 'token';
  await vi.waitFor(() => expect(state().connection).toBe('connected'), 10_000);
});

it('an attempt that fails is an error, until the next one begins', async () => {
  await open();
  const { state } = await watch({ origin: 'http://127.0.0.1:9' });
  await vi.waitFor(() => expect(state().connection).toBe('error'), 5_000);
});

describe('proof of delivery (D33)', () => {
  it('reports each order that waits as received, once it was applied, and those that came during a cut after it', async () => {
    await open();
    shop.change('1');
    shop.change('2', { status: 'deliver_waiting' });
    shop.change('3', { receivedAt: '2026-03-01T12:00:01.000Z' });
    const { equal, state } = await watch();
    await vi.waitFor(() => expect(shop.reported).toEqual(['1 received']));
    shop.change('4');
    await vi.waitFor(() => expect(shop.reported).toEqual(['1 received', '4 received']));
    await shop.stop();
    await vi.waitFor(() => expect(state().connection).not.toBe('connected'));
    feed?.report('4', 'seen', 'outlet');
    shop.change('5');
    await shop.start();
    await equal();
    await vi.waitFor(() =>
      expect(shop.reported.slice(2).toSorted((a, b) => a.localeCompare(b))).toEqual(['4 seen', '5 received']),
    );
  });

  it('shows what becomes known of an order, from an event and from the list, and no copy takes it back', async () => {
    await open();
    shop.change('1');
    shop.change('2');
    const { state, equal } = await watch();
    const times = { receivedAt: '2026-03-01T12:00:01.000Z', alertedAt: '2026-03-01T12:00:02.000Z' };
    const before = shop.lists;
    shop.know('1', times);
    await vi.waitFor(() => expect(knownOrder(state(), '1')).toMatchObject({ ...times, version: 1 }));
    expect(shop.lists).toBe(before);
    // An event that is lost, and a change by a server that has not heard of it yet.
    const known = shop.orders.get('2');
    if (known) shop.orders.set('2', { ...known, ...times });
    feed?.recheck();
    await vi.waitFor(() => expect(knownOrder(state(), '2')).toMatchObject({ ...times, version: 1 }));
    shop.change('2', { status: 'deliver_waiting', receivedAt: undefined, alertedAt: undefined });
    await equal();
    expect(knownOrder(state(), '2')).toMatchObject({ ...times, version: 2 });
  });

  it('what is left of an item is read again by itself when somebody said so', async () => {
    await open();
    const { unattendedChanges, portionsChanges } = await watch();
    const [unattended, portions] = [unattendedChanges(), portionsChanges()];
    shop.portionsUpdate();
    await vi.waitFor(() => expect(portionsChanges()).toBe(portions + 1));
    expect(unattendedChanges()).toBe(unattended);
  });

  it('says that what is unattended or left may have changed, at each connection', async () => {
    await open();
    const { unattendedChanges, portionsChanges } = await watch();
    const before = unattendedChanges();
    expect(before).toBeGreaterThan(0);
    expect(portionsChanges()).toBeGreaterThan(0);
    await shop.stop();
    await shop.start();
    await vi.waitFor(() => expect(unattendedChanges()).toBeGreaterThan(before), 15_000);
  });
});
