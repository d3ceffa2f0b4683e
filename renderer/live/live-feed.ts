import type { Order } from '#shared/api/orders.ts';
import type { ConnectOutletReply, OrderTimeline, ScreenState } from '#shared/api/live.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import type { LiveFeed } from '../state/feed.ts';
import { startHeartbeat } from './heartbeat.ts';
import { listReader } from './list-reader.ts';
import { openLiveSocket, RETRY_MS, type LiveSocketOptions } from './live-socket.ts';
import { readTimeline } from './order-update.ts';
import { outletNaming } from './outlet-naming.ts';
import type { Connection } from '../state/orders-slice.ts';
import { startPulse } from './pulse.ts';
import { seenReports } from './seen-reports.ts';
import { updateIntake } from './update-intake.ts';

export type LiveFeedOptions = Omit<LiveSocketOptions, 'onConnection'> & {
  outletId: string;
  /** The state that this screen reports to the server. */
  screen: () => ScreenState;
  fetchOrders: (signal: AbortSignal) => Promise<Order[]>;
  fetchOrder: (orderId: string) => Promise<Order>;
  readOrder: (value: unknown) => Order;
  on: {
    connection: (connection: Connection) => void;
    list: (orders: Order[]) => void;
    listFailed: (error: unknown) => void;
    order: (order: Order) => void;
    /** Called when the trading session began or ended, or may have while no event reached this screen. */
    session: () => void;
    /** Called when an order was received, alerted or seen. */
    timeline: (timeline: OrderTimeline) => void;
    /** Called when what is unattended, or takes orders, has changed, or may have while no event came. */
    unattended: () => void;
    /** Called with how far the server's clock is ahead, in ms. */
    clock: (aheadMs: number) => void;
  };
  /** Whether the page is a browser's tab, whose timers are slowed down while it is hidden. */
  mayBeThrottled: boolean;
  /** How often the list is read again while connected, in ms. */
  recheckMs?: number;
  /** How long to wait for the outlet's acknowledgement before it is named again, in ms. */
  acknowledgeMs?: number;
  /** How long the socket may delay the list, in ms; behind a proxy without sockets it is read all the same. */
  patienceMs?: number;
  /** How often deadlines are checked, in ms. */
  pulseMs?: number;
  heartbeatMs?: number;
  /** How long the answer to a heartbeat may take, in ms. */
  answerWithinMs?: number;
};

const RECHECK_MS = 30_000;
/** The interval between reads of the list without a socket. */
const POLL_MS = 5_000;
const ACKNOWLEDGE_MS = 5_000;
const PATIENCE_MS = 1_500;
const PULSE_MS = 1_000;
/** A pulse that is this late, in ms, is the first after the computer has slept. */
const SLEPT_MS = 5_000;

/**
 * Keeps a screen equal to the server. On every connect it first subscribes and holds events back, then reads the
 * list, applies it, and replays the held events. Nothing depends on an event's arrival, nor on the socket.
 * "Connected" means that the server has answered within the last 10 s, and the list was read on this connection.
 */
export function startLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { on, retryMs = RETRY_MS, recheckMs = RECHECK_MS, pulseMs = PULSE_MS } = options;
  let stopped = false;
  /** The socket's state while it is not connected. */
  let transport: Connection = 'connecting';
  let shown: Connection | null = null;
  /** Whether the list was read on this connection. */
  let current = false;
  let readAt = Date.now();
  let pulsedAt = Date.now();

  const { socket, ...live } = openLiveSocket({
    ...options,
    onConnection(connection) {
      transport = connection;
      show();
    },
    retryMs,
  });
  const reports = seenReports({
    send: (report) => socket.timeout(ACKNOWLEDGE_MS).emitWithAck('order-seen', report),
    sendAll: (all) => socket.timeout(ACKNOWLEDGE_MS).emitWithAck('orders-seen', all),
    retryMs,
  });
  const updates = updateIntake({
    fetchOrder: options.fetchOrder,
    readOrder: options.readOrder,
    onOrder(order) {
      if (stopped) return;
      on.order(order);
      applied(order);
    },
    readList: () => lists.read(),
  });
  const lists = listReader({
    fetch: options.fetchOrders,
    onBegin() {
      readAt = Date.now();
      updates.hold();
    },
    onList(orders) {
      on.list(orders);
      orders.forEach(applied);
      updates.replay();
      current = socket.connected;
      show();
    },
    onFailed(error) {
      on.listFailed(error);
      updates.replay();
      current = false;
      show();
    },
    retryMs,
  });
  const heartbeat = startHeartbeat({
    socket,
    screen: options.screen,
    onAnswer(reply) {
      if (!reply.ok) {
        current = false;
        return show();
      }
      correctClock(reply.serverTime);
      const behind = reply.seq !== null && updates.isBehind(reply.seq);
      if (behind || !current) lists.read();
    },
    onSilence: live.connectAnew,
    everyMs: options.heartbeatMs,
    answerWithinMs: options.answerWithinMs,
  });
  const outlet = outletNaming({
    socket,
    outletId: options.outletId,
    onReply: answered,
    onNoReply: () => lists.restart(),
    acknowledgeMs: options.acknowledgeMs ?? ACKNOWLEDGE_MS,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
  });

  socket.on('connect', () => {
    current = false;
    updates.restartCount();
    on.unattended();
    // First, so that a screen that cannot sound never counts as listening, not even for a moment.
    heartbeat.introduce();
    outlet.begin();
  });
  socket.on('disconnect', () => {
    current = false;
    heartbeat.end();
    reports.close();
  });
  for (const event of ['unattended-update', 'ordering-update'] as const) socket.on(event, on.unattended);
  socket.on('order-timeline', (payload: unknown) => {
    const timeline = readTimeline(payload);
    if (timeline) on.timeline(timeline);
  });
  socket.on('order-update', updates.received);
  socket.on('trading-session-update', recheck);
  // A hidden tab's own timers may pause for a minute; the server's messages do not.
  socket.io.on('ping', pulse);
  const stopPulse = startPulse(pulseMs, pulse, options.mayBeThrottled);

  /** Checks what is due. Deadlines are times, because timers stop while a computer sleeps. */
  function pulse(): void {
    const now = Date.now();
    const slept = now - pulsedAt > pulseMs + SLEPT_MS;
    pulsedAt = now;
    if (slept) {
      // Without heartbeats there is no way to check whether the connection has survived.
      if (!wake()) live.connectAnew();
      return;
    }
    heartbeat.beat();
    outlet.beat();
    if (now - readAt >= (socket.connected ? recheckMs : Math.min(POLL_MS, recheckMs))) recheck();
  }

  /** Reads everything again; for whenever an event may have been missed. */
  function recheck(): void {
    on.session();
    lists.read();
  }

  function wake(): boolean {
    on.session();
    lists.restart();
    return heartbeat.askAtOnce();
  }

  function answered(reply: ConnectOutletReply): void {
    if (reply.ok) {
      updates.isBehind(reply.seq);
      correctClock(reply.serverTime);
      if (reply.heartbeat) heartbeat.begin();
      reports.open(reply.ordersSeen ?? false);
    }
    on.session();
    // Earlier answers may be from before the outlet was watched.
    lists.restart();
    show();
  }

  /** Publishes the connection's state, if it has changed. */
  function show(): void {
    const next = worth();
    if (stopped || next === shown) return;
    shown = next;
    on.connection(next);
  }

  function worth(): Connection {
    if (!socket.connected) return transport;
    const state = outlet.state();
    if (state === 'refused' || state === 'unavailable') return 'error';
    return state !== 'named' && current ? 'connected' : 'connecting';
  }

  function correctClock(serverTime: string): void {
    const ahead = Date.parse(serverTime) - Date.now();
    if (Number.isFinite(ahead)) on.clock(ahead);
  }

  /** A waiting order has reached a screen that will ring for it. */
  function applied({ id, status, receivedAt }: Order): void {
    if (statusGroups.pending.has(status) && receivedAt === undefined) reports.add(id, 'received');
  }

  return {
    recheck,
    wake: () => void wake(),
    report: reports.add,
    screenChanged: () => void heartbeat.askAtOnce(),
    stop() {
      stopped = true;
      stopPulse();
      outlet.stop();
      updates.stop();
      lists.stop();
      heartbeat.end();
      reports.close();
      live.stop();
    },
  };
}
