import type { Order } from '#shared/api/orders.ts';
import type { ConnectOutletReply, OrderTimeline, SeenStage } from '#shared/live.ts';
import { statusGroups } from '#shared/orders/statuses.ts';
import { failureOf } from '../api/failure.ts';
import { openLiveSocket, RETRY_MS, type LiveSocketOptions } from './live-socket.ts';
import { readTimeline, readUpdate, type Update } from './order-update.ts';
import type { Connection } from './orders-slice.ts';
import { seenReports } from './seen-reports.ts';

export type LiveFeedOptions = Omit<LiveSocketOptions, 'onConnection'> & {
  outletId: string;
  fetchOrders: () => Promise<Order[]>;
  fetchOrder: (orderId: string) => Promise<Order>;
  readOrder: (value: unknown) => Order;
  on: {
    connection: (connection: Connection) => void;
    list: (orders: Order[]) => void;
    listFailed: (error: unknown) => void;
    order: (order: Order) => void;
    /** The trading session began or ended, or may have while nobody told us. */
    session: () => void;
    /** Something has become known of an order beside its changes (D33). */
    timeline: (timeline: OrderTimeline) => void;
    /** What is unattended of the seller's has changed, or may have while nobody told us. */
    unattended: () => void;
    /** How far the server's clock is ahead, in ms. */
    clock: (aheadMs: number) => void;
  };
  /** How often the list is checked against the server while connected, in ms (D32). */
  recheckMs?: number;
  /** How long a server may take to acknowledge the outlet before it counts as one that does not, in ms. */
  acknowledgeMs?: number;
  /** How long the socket may hold up the list, in ms: behind a proxy that lets none through, it is read all the same. */
  patienceMs?: number;
};

export type LiveFeed = {
  /** Reads the list again now. */
  recheck(): void;
  /** An order has come so far on this screen; the server is told, now or when it can be reached again (D33). */
  report(orderId: string, stage: SeenStage): void;
  stop(): void;
};

const RECHECK_MS = 30_000;
const ACKNOWLEDGE_MS = 5_000;
const PATIENCE_MS = 1_500;

/**
 * Keeps a screen equal to the server (D32). On every connect it listens first and holds, reads the list, applies it,
 * and replays what was held; a gap in `seq`, an event with only an id, or an order without a version makes it read.
 * Nothing depends on an event arriving, nor on the socket: without one the list is read every 30 s.
 */
export function startLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { outletId, on, retryMs = RETRY_MS, patienceMs = PATIENCE_MS } = options;
  let stopped = false;
  let lastSeq: number | null = null;
  /** While a list is on its way: what arrived since it was asked for, to be applied again on top of it. */
  let held: Update[] | null = null;
  let readAgain = false;
  let questions = 0;
  /** The last question about an order whose answer is on its way. */
  const asked = new Map<string, number>();
  const waits = new Set<ReturnType<typeof setTimeout>>();

  const { socket, stop } = openLiveSocket({ ...options, onConnection: on.connection, retryMs });
  const reports = seenReports({
    send: (report) =>
      socket.timeout(options.acknowledgeMs ?? ACKNOWLEDGE_MS).emitWithAck('order-seen', report),
    retryMs,
  });

  socket.on('connect', () => void connected());
  socket.on('disconnect', () => reports.close());
  socket.on('unattended-update', on.unattended);
  socket.on('order-timeline', (payload: unknown) => {
    const timeline = readTimeline(payload);
    if (timeline) on.timeline(timeline);
  });
  socket.on('order-update', (payload: unknown) => received(readUpdate(payload, options.readOrder)));
  socket.on('trading-session-update', recheck);

  const timer = setInterval(recheck, options.recheckMs ?? RECHECK_MS);
  const cancelEarlyRead = later(patienceMs, read);

  /** Everything, again: for whenever something may have happened that nobody told us of. */
  function recheck(): void {
    on.session();
    void read();
  }

  async function connected(): Promise<void> {
    held ??= [];
    lastSeq = null;
    cancelEarlyRead();
    on.unattended();
    const hurry = later(patienceMs, read);
    const reply = await acknowledged();
    hurry();
    if (stopped || !socket.connected) return;
    if (reply && !reply.ok) {
      on.connection('error');
      // An outlet that is not there will not be there later; a server that is short of breath will.
      if (reply.error !== 'NOT_FOUND') later(retryMs, () => socket.connected && connected());
      return recheck();
    }
    if (reply?.ok) {
      reports.open();
      lastSeq = Math.max(lastSeq ?? 0, reply.seq);
      const serverTime = Date.parse(reply.serverTime);
      if (Number.isFinite(serverTime)) on.clock(serverTime - Date.now());
    }
    on.connection('connected');
    recheck();
  }

  /** Null from a server that acknowledges nothing. */
  async function acknowledged(): Promise<ConnectOutletReply | null> {
    try {
      const reply: unknown = await socket
        .timeout(options.acknowledgeMs ?? ACKNOWLEDGE_MS)
        .emitWithAck('connect-outlet', outletId);
      return typeof reply === 'object' && reply !== null && 'ok' in reply
        ? (reply as ConnectOutletReply)
        : null;
    } catch {
      return null;
    }
  }

  function received(update: Update | null): void {
    if (stopped) return;
    if (update === null) return void read();
    held?.push(update);
    const gap = update.seq !== null && lastSeq !== null && update.seq > lastSeq + 1;
    if (update.seq !== null) lastSeq = Math.max(lastSeq ?? 0, update.seq);
    apply(update);
    if (gap) void read();
  }

  function apply({ id, order }: Update): void {
    if (order && order.version > 0) changed(order);
    else void readOne(id);
  }

  function changed(order: Order): void {
    on.order(order);
    applied(order);
  }

  /** An order that waits for somebody has come to a screen that will ring for it. */
  function applied({ id, status, receivedAt }: Order): void {
    if (statusGroups.pending.has(status) && receivedAt === undefined) reports.add(id, 'received');
  }

  /** Only the answer to the last question counts, however the answers overtake each other (hazards R5). */
  async function readOne(id: string): Promise<void> {
    questions += 1;
    const question = questions;
    asked.set(id, question);
    try {
      const order = await options.fetchOrder(id);
      if (stopped || asked.get(id) !== question) return;
      asked.delete(id);
      changed(order);
    } catch {
      if (!stopped) void read();
    }
  }

  /** One list at a time; whatever asks meanwhile gets one more after it (hazards R6). */
  let reading: Promise<void> | null = null;
  function read(): Promise<void> {
    if (reading) {
      readAgain = true;
      return reading;
    }
    cancelEarlyRead();
    reading = readList().finally(() => {
      reading = null;
      if (readAgain && !stopped) {
        readAgain = false;
        void read();
      }
    });
    return reading;
  }

  let cancelRetry = () => {};
  function retryList(): void {
    cancelRetry();
    // Not all tills at once.
    cancelRetry = later(retryMs * (1 + Math.random()), read);
  }

  async function readList(): Promise<void> {
    held ??= [];
    try {
      const orders = await options.fetchOrders();
      if (stopped) return;
      on.list(orders);
      orders.forEach(applied);
    } catch (error) {
      if (stopped) return;
      on.listFailed(error);
      if (mayPass(error)) retryList();
    }
    const replay = held;
    held = null;
    if (!stopped) replay.forEach(apply);
  }

  /** Runs `then` in a while, unless the feed stops or the returned function is called before. */
  function later(ms: number, then: () => unknown): () => void {
    const wait = setTimeout(() => {
      waits.delete(wait);
      then();
    }, ms);
    waits.add(wait);
    return () => {
      waits.delete(wait);
      clearTimeout(wait);
    };
  }

  return {
    recheck,
    report: reports.add,
    stop() {
      stopped = true;
      clearInterval(timer);
      waits.forEach(clearTimeout);
      reports.close();
      stop();
    },
  };
}

/** Whether the same question may be answered later: nobody was there, or the server was short of something. */
function mayPass(error: unknown): boolean {
  const { status } = failureOf(error);
  return status === 0 || status === 429 || status >= 500;
}
