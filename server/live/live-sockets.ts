import type { Server as HttpServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import type { AtStations } from '#shared/api/live.ts';
import type { Lapse } from '#shared/base/lapses.ts';
import type { Clock } from '../core/clock.ts';
import type { Redis } from '../core/redis.ts';
import { SOCKET_PATH } from '../http/upgrades.ts';
import { admitSockets, mayConnect } from './admission.ts';
import { betweenServers } from './between-servers.ts';
import { limitEvents } from './event-limits.ts';
import { heartbeats } from './heartbeats.ts';
import type { LiveFeed } from './live-feed.ts';
import {
  familyRoom,
  outletRoom,
  sellerRoom,
  type LiveServer,
  type OutletSocket,
  type SocketCaller,
} from './outlet-socket.ts';
import { socketEvents, type SeenReport } from './socket-events.ts';
import { dropStalled } from './stalled-sockets.ts';
import type { unknownSockets } from './unknown-sockets.ts';
import { watchingScreens, type WatchingScreen } from './watching-screens.ts';

export type LiveSocketsOptions = {
  http: HttpServer;
  authenticate(token: string): Promise<SocketCaller | null>;
  /** The outlet's count of changes; null if it is not the seller's. */
  feedSeq(sellerId: string, outletId: string): Promise<number | null>;
  /** The outlets' counts of changes, by outlet id. */
  feedSeqs(outletIds: string[]): Promise<ReadonlyMap<string, number>>;
  /** Stores a socket's report about an order of the outlet that it watches; false if there is no such order. */
  orderSeen(outletId: string, report: SeenReport): Promise<boolean>;
  /** A screen says what it shows and prints of its outlets' stations; which of these have lapsed, by outlet. */
  atStations(report: AtStations): Promise<Record<string, Lapse[]>>;
  /** A screen that can ring begins to watch the outlet, or has just ceased to be heard. */
  outletWatched(outletId: string, heardAt: Date): void;
  /** A screen begins to watch, or reports a new state. */
  screenChanged(screen: WatchingScreen): void;
  /** A screen stops watching of its own accord. */
  screenLeft(screen: WatchingScreen, at: Date): void;
  /** Origins whose pages may connect, besides the server's own; a program sends no origin and may connect. */
  allowedOrigins: readonly string[];
  /** Counts connections until they authenticate. */
  unknown: ReturnType<typeof unknownSockets>;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Carries changes between servers; null if there is only this one. */
  redis: Redis | null;
};

export type SocketSignIn = { accountId: string; family: string };

export type LiveSockets = LiveFeed & {
  /** Closes the sockets of one sign-in. */
  endFamily(family: string): void;
  /** Closes all sockets of a seller at once: the account lost its access. */
  endSeller(sellerId: string): void;
  /** How many sockets this server has. */
  count(): number;
  /** The sign-ins that have sockets at this server. */
  signIns(): SocketSignIn[];
  /** The sign-ins of sockets that were opened since the last call. */
  takeNewSignIns(): SocketSignIn[];
  /** The outlets watched by this server's sockets that can ring, and when the last of each was heard. */
  listening(): Map<string, Date>;
  /** The screens that watch an outlet at this server and have reported their state. */
  screens(): WatchingScreen[];
  /** Notifies the seller's sockets of this server only; every server checks for its own. */
  unattendedChanged(sellerId: string): void;
  /** The same as `orderingChanged`, for this server's sockets only. */
  orderingChangedHere: LiveFeed['orderingChanged'];
  /** Accepts no more sockets and closes those of this server, so that their tills reconnect to another. */
  dropSockets(): void;
  close(): Promise<void>;
};

/**
 * Current pages send a heartbeat every 5 s and notice a dead connection themselves. The transport's ping finds one at
 * this server, and for older pages, within 30 s. A shorter interval would harm: screens that reconnected together are
 * pinged together, and with 5,000 of them every 10 s, orders had to wait.
 */
const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 10_000;
/** How long a connection may stay without authenticating. */
const TOKEN_WITHIN_MS = 10_000;
/** How often to look for clients that stopped reading messages which other servers sent. */
const STALLED_LOOK_MS = 1_000;

/** The live socket, on the API's port. */
export function liveSockets(options: LiveSocketsOptions): LiveSockets {
  const { http, allowedOrigins, unknown, clock, log, redis } = options;
  let leaving = false;
  let newcomers: SocketCaller[] = [];
  const io: LiveServer = new Server(http, {
    path: SOCKET_PATH,
    // Others are ended by the HTTP server: this one would leave those open on which something was answered before.
    destroyUpgrade: false,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: TOKEN_WITHIN_MS,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PONG_WITHIN_MS,
    async allowRequest(request, decide) {
      const may = !leaving && mayConnect(request, allowedOrigins) && (await unknown.mayCome(request));
      // A closed socket cannot be answered.
      if (!request.socket.destroyed) decide(null, may && !leaving);
    },
    ...(redis && { adapter: betweenServers(redis) }),
  });
  const { hasTooMany } = admitSockets(io, options);
  const screens = watchingScreens({
    clock,
    onListening: options.outletWatched,
    onChange: options.screenChanged,
    onLeave: options.screenLeft,
  });
  const heartbeatSeq = heartbeats({ readSeqs: options.feedSeqs, log });
  const events = socketEvents({ ...options, heartbeatSeq, screens });

  const looking = redis && setInterval(() => dropStalled(io, io.sockets.sockets.keys()), STALLED_LOOK_MS);
  looking?.unref();

  io.on('connection', (socket) => {
    const { caller } = socket.data;
    unknown.known(socket.request);
    void socket.join([sellerRoom(caller.id), familyRoom(caller.family)]);
    // Many were admitted at the same moment.
    if (hasTooMany(caller.id)) return void socket.disconnect(true);
    closeWhenTokenEnds(socket, caller.expiresAt * 1000 - clock.now().getTime());
    newcomers.push(caller);
    limitEvents(socket, clock);
    // The handshake's request is not needed any more and is most of an idle socket's memory.
    delete (socket.conn as { request?: unknown }).request;
    screens.connected(socket.id, caller.family);
    socket.conn.on('packet', () => screens.heard(socket.id));
    const closeCode = closeCodeOf(socket);
    events.serve(socket);
    socket.on('disconnecting', (reason) =>
      screens.disconnected(
        socket.id,
        reason === 'client namespace disconnect' || wasClosedByClient(reason, closeCode()),
      ),
    );
  });

  return {
    orderChanged(outletId, update) {
      const watching = io.sockets.adapter.rooms.get(outletRoom(outletId));
      // Encoding a message costs as much as pricing the order did, so it is skipped if nobody here watches and there
      // is no other server.
      if (!watching && !redis) return;
      if (watching) dropStalled(io, watching);
      io.to(outletRoom(outletId)).emit('order-update', update);
    },
    timelineChanged: (outletId, timeline) =>
      void io.to(outletRoom(outletId)).emit('order-timeline', timeline),
    unattendedChanged: (sellerId) => void io.local.to(sellerRoom(sellerId)).emit('unattended-update'),
    orderingChanged: (sellerId, update) => void io.to(sellerRoom(sellerId)).emit('ordering-update', update),
    portionsChanged: (outletId) => void io.to(outletRoom(outletId)).emit('portions-update', { outletId }),
    booksRead: (sellerId) => void io.to(sellerRoom(sellerId)).emit('books-update'),
    orderingChangedHere: (sellerId, update) =>
      void io.local.to(sellerRoom(sellerId)).emit('ordering-update', update),
    listening: screens.listening,
    screens: screens.screens,
    tradingSessionChanged: (outletId) => void io.to(outletRoom(outletId)).emit('trading-session-update'),
    endFamily: (family) => io.in(familyRoom(family)).disconnectSockets(true),
    endSeller: (sellerId) => io.in(sellerRoom(sellerId)).disconnectSockets(true),
    count: () => io.sockets.sockets.size,
    signIns: () => distinct([...io.sockets.sockets.values()].map(({ data }) => data.caller)),
    takeNewSignIns() {
      const taken = distinct(newcomers);
      newcomers = [];
      return taken;
    },
    dropSockets() {
      leaving = true;
      // Closes the transport instead of socket.io's disconnect, which would tell clients to stay away and other
      // servers to do the same.
      io.engine.close();
    },
    async close() {
      if (looking) clearInterval(looking);
      await io.sockets.adapter.close();
    },
  };
}

function distinct(callers: SocketCaller[]): SocketSignIn[] {
  return [...new Map(callers.map(({ id, family }) => [family, { accountId: id, family }])).values()];
}

/** Closes a socket whose token has expired; a new handshake brings a new token. */
function closeWhenTokenEnds(socket: OutletSocket, ms: number): void {
  const timer = setTimeout(() => socket.disconnect(true), Math.max(0, ms));
  timer.unref();
  socket.once('disconnect', () => clearTimeout(timer));
}

/** The parts of a connection's WebSocket that engine.io's types leave out. */
type RawSocket = { prependOnceListener(event: 'close', listener: (code: number) => void): void };

/** Remembers the code with which the WebSocket was closed; engine.io reports only that it was. */
function closeCodeOf(socket: OutletSocket): () => number | null {
  let closeCode: number | null = null;
  const { socket: raw } = socket.conn.transport as unknown as { socket?: RawSocket };
  raw?.prependOnceListener('close', (code) => (closeCode = code));
  return () => closeCode;
}

/** A page that is closed or reloaded sends one of these codes; after a cut or crash the code is 1006. */
const closedByClient = new Set([1000, 1001, 1005]);

function wasClosedByClient(reason: string, code: number | null): boolean {
  return reason === 'transport close' && code !== null && closedByClient.has(code);
}
