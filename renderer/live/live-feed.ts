import type { Order } from '#shared/api/orders.ts';
import type { HeartbeatReply, OrderTimeline } from '#shared/api/live.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import type { LiveFeed } from '../state/feed.ts';
import { startHeartbeat, type KnownCounts } from './heartbeat.ts';
import type { LiveFeedOptions } from './live-feed-options.ts';
import { openLiveSocket, RETRY_MS } from './live-socket.ts';
import { outletOf, readTimeline } from './order-update.ts';
import { outletLine } from './outlet-line.ts';
import { outletNaming, type NamedReply } from './outlet-naming.ts';
import type { Connection } from '../state/outlet-feeds.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { PULSE_MS, startPulse } from './pulse.ts';
import { seenReports } from './seen-reports.ts';
import { stationReports } from './station-reports.ts';

const RECHECK_MS = 30_000;
/** The interval between reads of the list without a socket. */
const POLL_MS = 5_000;
const ACKNOWLEDGE_MS = 5_000;
const PATIENCE_MS = 1_500;
/** A pulse that is this late, in ms, is the first after the computer has slept. */
const SLEPT_MS = 5_000;

/**
 * Keeps a screen equal to the server. On every connect it first subscribes and holds events back, then reads the list
 * of each outlet, applies it, and replays the held events. Nothing depends on an event's arrival, nor on the socket.
 * "Connected" means that the server has answered within the last 10 s, and each list was read on this connection.
 */
export function startLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { on, outletIds, retryMs = RETRY_MS, recheckMs = RECHECK_MS, pulseMs = PULSE_MS } = options;
  let stopped = false;
  /** The socket's state while it is not connected. */
  let transport: Connection = 'connecting';
  let shown: Connection | null = null;
  /** Whether the server tells the versions of its orders by themselves. */
  let mayCheck = false;
  let pulsedAt = Date.now();
  const sessionReadAt = new Map(outletIds.map((outletId) => [outletId, pulsedAt]));

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
    // A server that knows one outlet for each screen need not be told which.
    namesOutlets: outletIds.length > 1,
    retryMs,
  });
  const stations = options.stations && stationReports(socket, options.stations);
  const lines = outletIds.map((outletId) =>
    outletLine({
      ...options,
      outletId,
      isConnected: () => socket.connected,
      mayCheck: () => mayCheck,
      onApplied: applied,
      onChanged: show,
      retryMs,
    }),
  );
  const timelines: OrderTimeline[] = [];
  const knownCounts = () => new Map(lines.map(({ outletId, updates }) => [outletId, updates.known()]));
  const heartbeat = startHeartbeat({
    socket,
    screen: options.screen,
    knownCounts,
    onAnswer: beaten,
    onSilence: live.connectAnew,
    everyMs: options.heartbeatMs,
    answerWithinMs: options.answerWithinMs,
  });
  const outlets = outletNaming({
    socket,
    outletIds,
    knownCounts,
    onReply: answered,
    onNoReply: () => lines.forEach(({ lists }) => lists.restart()),
    acknowledgeMs: options.acknowledgeMs ?? ACKNOWLEDGE_MS,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
  });

  socket.on('connect', () => {
    doubt();
    mayCheck = false;
    lines.forEach(({ updates }) => updates.restartCount());
    on.unattended();
    on.portions();
    on.books();
    // First, so that a screen that cannot sound never counts as listening, not even for a moment.
    heartbeat.introduce();
    outlets.begin();
  });
  socket.on('disconnect', () => {
    doubt();
    heartbeat.end();
    reports.close();
  });
  for (const of of ['unattended', 'ordering'] as const) socket.on(`${of}-update`, on.unattended);
  socket.on('portions-update', on.portions);
  socket.on('books-update', on.books);
  socket.on('order-timeline', (payload: unknown) => {
    const timeline = readTimeline(payload);
    if (timeline) timelines.push(timeline);
    // They come just after their orders, which must not wait for them.
    afterPaint(applyTimelines);
  });
  socket.on('order-update', (payload: unknown) => {
    const line = lines.length === 1 ? lines[0] : lines.find(({ outletId }) => outletId === outletOf(payload));
    if (line) line.updates.received(payload);
    else lines.forEach(({ lists }) => lists.read());
  });
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
      if (!readAnew('restart')) live.connectAnew();
      return;
    }
    heartbeat.beat();
    outlets.beat();
    stations?.say();
    const every = socket.connected ? recheckMs : Math.min(POLL_MS, recheckMs);
    // The age of what was read is unknown if the clock was set back since.
    const isOld = (at: number) => now < at || now - at >= every;
    for (const { outletId, lists } of lines) {
      if (isOld(lists.readAt())) lists.look();
      lists.beat();
      // Its changes are not counted: a list that is read for each missed order says nothing of it.
      if (isOld(sessionReadAt.get(outletId) ?? 0)) readSession(outletId);
    }
  }

  function readSession(outletId: string): void {
    sessionReadAt.set(outletId, Date.now());
    on.session(outletId);
  }

  /** Reads everything again; for whenever an event may have been missed. */
  function recheck(): void {
    outletIds.forEach(readSession);
    lines.forEach(({ lists }) => lists.read());
  }

  function readAnew(how: 'restart' | 'lookAnew'): boolean {
    outletIds.forEach(readSession);
    lines.forEach(({ lists }) => lists[how]());
    return heartbeat.askAtOnce();
  }

  function beaten(reply: HeartbeatReply, known: KnownCounts): void {
    if (!reply.ok) {
      doubt();
      return show();
    }
    correctClock(reply.serverTime);
    for (const line of lines) {
      const seq = lines.length === 1 ? reply.seq : reply.seqs?.[line.outletId];
      line.counted(seq ?? null, known.get(line.outletId) ?? 0);
    }
  }

  function answered(reply: NamedReply, known: KnownCounts): void {
    mayCheck = reply.ok && reply.orderVersions === true;
    if (reply.ok) {
      for (const { outletId, updates } of lines) {
        const seq = reply.seqs[outletId];
        updates.compare(seq ?? 0, seq === undefined ? 0 : (known.get(outletId) ?? 0));
      }
      correctClock(reply.serverTime);
      if (reply.several) on.several();
      if (reply.heartbeat) heartbeat.begin();
      reports.open(reply.ordersSeen ?? false);
    }
    outletIds.forEach(readSession);
    // Earlier answers may be from before the outlets were watched.
    lines.forEach(({ lists }) => lists.restart());
    show();
  }

  /** What was read on another connection, or without the server's database, proves nothing. */
  function doubt(): void {
    lines.forEach(({ lists }) => lists.doubt());
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
    const state = outlets.state();
    if (state === 'refused' || state === 'unavailable') return 'error';
    return state !== 'named' && lines.every(({ lists }) => lists.isCurrent()) ? 'connected' : 'connecting';
  }

  function correctClock(serverTime: string): void {
    const ahead = Date.parse(serverTime) - Date.now();
    if (Number.isFinite(ahead)) on.clock(ahead);
  }

  function applyTimelines(): void {
    if (stopped) return;
    // The times of an order that is not there yet would be lost.
    lines.forEach(({ applyArrived }) => applyArrived());
    on.timelines(timelines.splice(0));
  }

  /** A waiting order has reached a screen that will ring for it. */
  function applied({ id, outletId, status, receivedAt }: Order): void {
    if (statusGroups.pending.has(status) && receivedAt === undefined) reports.add(id, 'received', outletId);
  }

  return {
    recheck,
    wake: () => void readAnew('restart'),
    lookedAt: () => void readAnew('lookAnew'),
    report: reports.add,
    screenChanged: () => void heartbeat.askAtOnce(),
    heardMs: (outletId) => stations?.heardMs(outletId) ?? null,
    stop() {
      stopped = true;
      stopPulse();
      outlets.stop();
      lines.forEach((line) => line.stop());
      heartbeat.end();
      reports.close();
      live.stop();
    },
  };
}
