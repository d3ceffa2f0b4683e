import type { Server as HttpServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import type { OrderSeen } from '#shared/api/live.ts';
import type { Clock } from '../core/clock.ts';
import type { Redis } from '../core/redis.ts';
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
import { socketEvents } from './socket-events.ts';
import { dropStalled } from './stalled-sockets.ts';
import type { unknownSockets } from './unknown-sockets.ts';
import { watchingScreens, type WatchingScreen } from './watching-screens.ts';

export type LiveSocketsOptions = {
  http: HttpServer;
  authenticate(token: string): Promise<SocketCaller | null>;
  /** The outlet's count of changes; null where it is not the seller's. */
  feedSeq(sellerId: string, outletId: string): Promise<number | null>;
  /** The counts of changes of outlets, by their ids. */
  feedSeqs(outletIds: string[]): Promise<ReadonlyMap<string, number>>;
  /** Keeps what a socket reports of an order of the outlet it watches; false where there is no such order. */
  orderSeen(outletId: string, report: OrderSeen): Promise<boolean>;
  /** A screen that can ring begins to watch the outlet, or was heard until then and is no more. */
  outletWatched(outletId: string, heardAt: Date): void;
  /** A screen begins to watch, or says something new of itself. */
  screenChanged(screen: WatchingScreen): void;
  /** A screen stops watching of its own accord. */
  screenLeft(screen: WatchingScreen, at: Date): void;
  /** Origins of pages that may connect, beside the server's own; a program without an origin may. */
  allowedOrigins: readonly string[];
  /** Counts connections until they say whose they are. */
  unknown: ReturnType<typeof unknownSockets>;
  clock: Clock;
  log: FastifyBaseLogger;
  /** What other servers hear of changes through; null where there is but this one. */
  redis: Redis | null;
};

export type SocketSignIn = { accountId: string; family: string };

export type LiveSockets = LiveFeed & {
  /** Closes the sockets of one sign-in (hazards A17). */
  endFamily(family: string): void;
  /** Closes all sockets of a seller, at once: the account may no longer have any (D14). */
  endSeller(sellerId: string): void;
  /** How many sockets this server has. */
  count(): number;
  /** The sign-ins that have sockets at this server. */
  signIns(): SocketSignIn[];
  /** Those of sockets that came since this was asked last. */
  takeNewSignIns(): SocketSignIn[];
  /** The outlets watched by sockets of this server that can ring, and when the last of each was heard (D74). */
  listening(): Map<string, Date>;
  /** The screens that watch an outlet at this server and have said how they are. */
  screens(): WatchingScreen[];
  /** Tells the seller's sockets of this server alone; every server looks for itself (D33). */
  unattendedChanged(sellerId: string): void;
  /** Takes no more sockets and closes those of this server, so that their tills come back elsewhere (hazards L12). */
  dropSockets(): void;
  close(): Promise<void>;
};

/**
 * A page of ours asks for a heartbeat every 5 s and notices a dead connection by itself. The transport's own ping finds
 * it at this server, and for older pages: within 30 s. Not more often: the pings of screens that came back together fall
 * together, and at 5,000 of them every 10 s orders on their way waited for them.
 */
const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 10_000;
/** How long a connection may be there without having said whose it is. */
const TOKEN_WITHIN_MS = 10_000;
/** How often clients that stopped reading are looked for among those that other servers' messages went to. */
const STALLED_LOOK_MS = 1_000;

/** The socket of D31 and D32, on the API's own port at `/socket.io`. */
export function liveSockets(options: LiveSocketsOptions): LiveSockets {
  const { http, allowedOrigins, unknown, clock, log, redis } = options;
  let leaving = false;
  let newcomers: SocketCaller[] = [];
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: TOKEN_WITHIN_MS,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PONG_WITHIN_MS,
    allowRequest: (request, decide) =>
      decide(null, !leaving && mayConnect(request, allowedOrigins) && unknown.mayCome(request)),
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
    // Many that were admitted at the same moment.
    if (hasTooMany(caller.id)) return void socket.disconnect(true);
    closeWhenTokenEnds(socket, caller.expiresAt * 1000 - clock.now().getTime());
    newcomers.push(caller);
    limitEvents(socket, clock);
    // The request of the handshake is no longer needed and is most of an idle socket's memory.
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
      // Encoding a message for nobody costs as much as pricing the order did; other servers may have somebody.
      if (!watching && !redis) return;
      if (watching) dropStalled(io, watching);
      io.to(outletRoom(outletId)).emit('order-update', update);
    },
    timelineChanged: (outletId, timeline) =>
      void io.to(outletRoom(outletId)).emit('order-timeline', timeline),
    unattendedChanged: (sellerId) => void io.local.to(sellerRoom(sellerId)).emit('unattended-update'),
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
      // Not a disconnect of socket.io's, which tells the client to stay away and the other servers to do the same.
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

/** A token that was not renewed by a new handshake ends its socket (hazards R10). */
function closeWhenTokenEnds(socket: OutletSocket, ms: number): void {
  const timer = setTimeout(() => socket.disconnect(true), Math.max(0, ms));
  timer.unref();
  socket.once('disconnect', () => clearTimeout(timer));
}

/** What this needs of a connection's WebSocket, beyond what engine.io's types tell. */
type RawSocket = { prependOnceListener(event: 'close', listener: (code: number) => void): void };

/** Tells with which code the WebSocket was closed, as soon as it is; engine.io passes on only that it was. */
function closeCodeOf(socket: OutletSocket): () => number | null {
  let closeCode: number | null = null;
  const { socket: raw } = socket.conn.transport as unknown as { socket?: RawSocket };
  raw?.prependOnceListener('close', (code) => (closeCode = code));
  return () => closeCode;
}

/** A page that is closed or loaded anew says so with one of these; a cut and a crash say nothing, which is 1006. */
const closedByClient = new Set([1000, 1001, 1005]);

function wasClosedByClient(reason: string, code: number | null): boolean {
  return reason === 'transport close' && code !== null && closedByClient.has(code);
}
