import { createServer, type Server as HttpServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { configureStore } from '@reduxjs/toolkit';
import { Server } from 'socket.io';
import type { Order } from '#shared/api/orders.ts';
import type { OrderSeen } from '#shared/live.ts';
import { readOrder } from '../api/normalise.ts';
import { startLiveFeed, type LiveFeed } from './live-feed.ts';
import {
  clockCorrected,
  connectionChanged,
  feedOpened,
  listRead,
  orderChanged,
  ordersSlice,
  selectOrders,
  timelineRead,
  unattendedChanged,
} from './orders-slice.ts';

/** A real server with real sockets whose orders the test changes, and which loses what it is told to lose. */
class Shop {
  orders = new Map<string, Order>();
  seq = 0;
  lists = 0;
  reads = 0;
  /** What is sent of a change; null loses the event. */
  shape: (order: Order, seq: number) => unknown = (order, seq) => ({ order, seq });
  acknowledges = true;
  /** What is acknowledged in place of `{ok: true}`; the next one only. */
  refusal: string | null = null;
  validToken = 'token';
  /** Why a handshake is refused whose token is not the valid one. */
  handshakeRefusal = 'UNAUTHORIZED';
  handshakes = 0;
  /** What was reported of orders, as `id stage`. */
  reported: string[] = [];
  #http: HttpServer = createServer();
  #io = new Server();
  port = 0;

  async start(): Promise<void> {
    this.#http = createServer();
    this.#io = new Server(this.#http, { transports: ['websocket'] });
    this.#io.use((socket, next) => {
      this.handshakes += 1;
      next(socket.handshake.auth['token'] === this.validToken ? undefined : new Error(this.handshakeRefusal));
    });
    this.#io.on('connection', (socket) => {
      socket.on('connect-outlet', (_outlet: string, acknowledge?: (reply: unknown) => void) => {
        void socket.join('outlet');
        const error = this.refusal;
        this.refusal = null;
        if (error !== null) acknowledge?.({ ok: false, error });
        else if (this.acknowledges)
          acknowledge?.({ ok: true, seq: this.seq, serverTime: new Date(Date.now() + 60_000).toISOString() });
      });
      socket.on('order-seen', ({ orderId, stage }: OrderSeen, acknowledge: (reply: unknown) => void) => {
        this.reported.push(`${orderId} ${stage}`);
        acknowledge({ ok: true });
      });
    });
    await new Promise<void>((resolve) => this.#http.listen(this.port, '127.0.0.1', resolve));
    const address = this.#http.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
  }

  async stop(): Promise<void> {
    this.#io.disconnectSockets(true);
    await this.#io.close();
  }

  change(id: string, change: Partial<Order> = {}): void {
    const known = this.orders.get(id);
    const order = { ...order0(id), ...known, ...change, version: (known?.version ?? 0) + 1 };
    this.orders.set(id, order);
    this.seq += 1;
    const message = this.shape(order, this.seq);
    if (message !== null) this.#io.to('outlet').emit('order-update', message);
  }

  /** Something becomes known of an order, without any change of it. */
  know(id: string, times: Partial<Order>): void {
    const known = this.orders.get(id);
    if (known) this.orders.set(id, { ...known, ...times });
    this.#io.to('outlet').emit('order-timeline', { orderId: id, ...times });
  }

  sessionUpdate(): void {
    this.#io.to('outlet').emit('trading-session-update');
  }
}

function order0(id: string): Order {
  return readOrder({
    id,
    outletId: 'outlet',
    orderNumber: Number(id),
    status: 'deliver_pending',
    createdAt: '2026-03-01T12:00:00Z',
  });
}

let shop: Shop;
let feed: LiveFeed | null = null;
afterEach(async () => {
  feed?.stop();
  await shop.stop();
});

async function watch(
  options: {
    delayList?: () => Promise<void>;
    token?: () => string | null;
    refresh?: (stale: string) => Promise<string | null>;
    recheckMs?: number;
    acknowledgeMs?: number;
    retryMs?: number;
    origin?: string;
  } = {},
) {
  const store = configureStore({ reducer: { orders: ordersSlice.reducer } });
  store.dispatch(feedOpened('outlet'));
  let sessions = 0;
  feed = startLiveFeed({
    origin: options.origin ?? `http://127.0.0.1:${shop.port}`,
    outletId: 'outlet',
    accessToken: options.token ?? (() => 'token'),
    refresh: options.refresh ?? (async () => null),
    async fetchOrders() {
      shop.lists += 1;
      const list = [...shop.orders.values()];
      await options.delayList?.();
      return list;
    },
    async fetchOrder(id) {
      shop.reads += 1;
      const found = shop.orders.get(id);
      if (!found) throw new Error('not there');
      return found;
    },
    readOrder,
    on: {
      connection: (connection) => store.dispatch(connectionChanged(connection)),
      list: (orders) => store.dispatch(listRead(orders)),
      listFailed: () => undefined,
      order: (order) => store.dispatch(orderChanged(order)),
      session: () => (sessions += 1),
      timeline: (timeline) => store.dispatch(timelineRead(timeline)),
      unattended: () => store.dispatch(unattendedChanged()),
      clock: (aheadMs) => store.dispatch(clockCorrected(aheadMs)),
    },
    recheckMs: options.recheckMs ?? 60_000,
    acknowledgeMs: options.acknowledgeMs ?? 200,
    patienceMs: 100,
    retryMs: options.retryMs ?? 20,
  });
  const state = () => store.getState().orders;
  const shown = () =>
    Object.fromEntries(selectOrders(store.getState()).map(({ id, version }) => [id, version]));
  const truth = () =>
    Object.fromEntries(
      [...shop.orders.values()]
        .filter(({ status }) => status !== 'deliver_aborted')
        .map(({ id, version }) => [id, version]),
    );
  const equal = () => vi.waitFor(() => expect(shown()).toEqual(truth()), { timeout: 10_000 });
  await vi.waitFor(() => expect(state().loaded).toBe(true), { timeout: 5_000 });
  return { state, shown, equal, sessions: () => sessions };
}

async function open() {
  shop = new Shop();
  await shop.start();
}

describe('D32 the screen equals the server', () => {
  it('applies what is newer at once, removes what was cancelled, and corrects the clock (D30)', async () => {
    await open();
    shop.change('1');
    const { state, shown, equal } = await watch();
    expect(shown()).toEqual({ 1: 1 });
    expect(state().clockAheadMs).toBeGreaterThan(50_000);
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

  it('R1 a lost event is noticed by the gap in seq', async () => {
    await open();
    const { equal } = await watch();
    shop.shape = () => null;
    shop.change('1');
    shop.change('2');
    shop.shape = (order, seq) => ({ order, seq });
    shop.change('3');
    await equal();
  });

  it('the last event lost is found at the next check', async () => {
    await open();
    const { equal } = await watch({ recheckMs: 100 });
    shop.shape = () => null;
    shop.change('1');
    await equal();
  });

  it('R5 disorder and doubles do no harm', async () => {
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
  ])('D2 a server that sends %s', async (_what, shape) => {
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

  it('R6 fifty session updates are at most two reloads', async () => {
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

  it('R3 after the server was away the list is read again, with no event for what happened meanwhile', async () => {
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
  }, 30_000);

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
    const { shown, equal, state } = await watch({ origin: 'http://127.0.0.1:9', recheckMs: 100 });
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

it('R9 a refused token is refreshed once, and the connection comes by itself', async () => {
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

it('R9 a server that refuses the fresh token too is not asked for another, again and again', async () => {
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

it('D15 an account that is not verified any more is told so, and does not try again', async () => {
  await open();
  shop.validToken = 'no token is';
  shop.handshakeRefusal = 'ACCOUNT_NOT_VERIFIED';
  const { state } = await watch();
  await vi.waitFor(() => expect(state().connection).toBe('error'));
  expect(shop.handshakes).toBe(1);
});

describe('D33 proof of delivery', () => {
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
    feed?.report('4', 'seen');
    shop.change('5');
    await shop.start();
    await equal();
    await vi.waitFor(() =>
      expect(shop.reported.slice(2).toSorted((a, b) => a.localeCompare(b))).toEqual(['4 seen', '5 received']),
    );
  }, 30_000);

  it('shows what becomes known of an order, from an event and from the list, and no copy takes it back', async () => {
    await open();
    shop.change('1');
    shop.change('2');
    const { state, equal } = await watch();
    const times = { receivedAt: '2026-03-01T12:00:01.000Z', alertedAt: '2026-03-01T12:00:02.000Z' };
    const before = shop.lists;
    shop.know('1', times);
    await vi.waitFor(() => expect(state().entities['1']).toMatchObject({ ...times, version: 1 }));
    expect(shop.lists).toBe(before);
    // An event that is lost, and a change by a server that has not heard of it yet.
    const known = shop.orders.get('2');
    if (known) shop.orders.set('2', { ...known, ...times });
    feed?.recheck();
    await vi.waitFor(() => expect(state().entities['2']).toMatchObject({ ...times, version: 1 }));
    shop.change('2', { status: 'deliver_waiting', receivedAt: undefined, alertedAt: undefined });
    await equal();
    expect(state().entities['2']).toMatchObject({ ...times, version: 2 });
  });

  it('says that what is unattended may have changed, at each connection', async () => {
    await open();
    const { state } = await watch();
    const before = state().unattendedChanges;
    expect(before).toBeGreaterThan(0);
    await shop.stop();
    await shop.start();
    await vi.waitFor(() => expect(state().unattendedChanges).toBeGreaterThan(before), 15_000);
  }, 30_000);
});
