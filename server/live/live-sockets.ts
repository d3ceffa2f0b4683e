import type { Server as HttpServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import {
  handshakeRefusals,
  seenStages,
  type ClientToServer,
  type ConnectOutletReply,
  type OrderSeen,
  type OrderSeenReply,
  type ServerToClient,
} from '#shared/live.ts';
import type { Clock } from '../clock.ts';
import type { Redis } from '../redis.ts';
import { betweenServers } from './between-servers.ts';
import { limitEvents } from './event-limits.ts';
import type { LiveFeed } from './live-feed.ts';

/** Who a socket belongs to. */
export type SocketCaller = {
  id: string;
  family: string;
  verified: boolean;
  /** Unix time in seconds. */ expiresAt: number;
};

export type LiveSocketsOptions = {
  http: HttpServer;
  authenticate(token: string): Promise<SocketCaller | null>;
  /** The outlet's count of changes; null where it is not the seller's. */
  feedSeq(sellerId: string, outletId: string): Promise<number | null>;
  /** Keeps what a socket reports of an order of the outlet it watches; false where there is no such order. */
  orderSeen(outletId: string, report: OrderSeen): Promise<boolean>;
  /** A socket begins to watch the outlet, or has just stopped. */
  outletWatched(outletId: string): void;
  /** Origins of pages that may connect, beside the server's own; a program without an origin may. */
  allowedOrigins: readonly string[];
  clock: Clock;
  log: FastifyBaseLogger;
  /** What other servers hear of changes through; null where there is but this one. */
  redis: Redis | null;
};

export type LiveSockets = LiveFeed & {
  /** Closes the sockets of one sign-in (hazards A17). */
  endFamily(family: string): void;
  /** Closes all sockets of a seller, at once: the account may no longer have any (D14). */
  endSeller(sellerId: string): void;
  /** How many sockets this server has. */
  count(): number;
  /** Outlets that a socket of this server watches: whoever watches can ring (D34). */
  watchedOutlets(): string[];
  /** Tells the seller's sockets of this server alone; every server looks for itself (D33). */
  unattendedChanged(sellerId: string): void;
  /** Takes no more sockets and closes those of this server, so that their tills come back elsewhere (hazards L12). */
  dropSockets(): void;
  close(): Promise<void>;
};

/** The outlet's id, or an object that has it (D2). */
const connectOutletPayload = z.union([
  z.string().min(1).max(64),
  z.object({ outletId: z.string().min(1).max(64) }).transform((outlet) => outlet.outletId),
]);

/** An id as this product makes them: nothing in it that a database cannot hold. */
const orderSeenPayload = z.object({ orderId: z.string().regex(/^[\w-]{1,64}$/), stage: z.enum(seenStages) });

const MOST_SOCKETS_PER_SELLER = 50;
/** Handshakes that are looked at together: those of all tills after a restart leave the database to requests (hazards R8). */
const HANDSHAKES_AT_ONCE = 16;
/** What may wait for a client that does not read before it is cut (hazards R14). */
const MOST_QUEUED_BYTES = 4 * 1024 * 1024;
/** How often clients that stopped reading are looked for among those that other servers' messages went to. */
const STALLED_LOOK_MS = 1_000;

/** What servers ask each other. */
type BetweenServers = { socketsOf(sellerId: string, answer: (count: number) => void): void };
type Unavailable = { ok: false; error: 'UNAVAILABLE' };
type OutletSocket = Socket<ClientToServer, ServerToClient, BetweenServers, { caller: SocketCaller }>;

const OUTLET_ROOM = 'outlet:';
const outletRoom = (outletId: string) => `${OUTLET_ROOM}${outletId}`;
const sellerRoom = (sellerId: string) => `seller:${sellerId}`;
const familyRoom = (family: string) => `family:${family}`;

/** The socket of D31 and D32, on the API's own port at `/socket.io`. */
export function liveSockets(options: LiveSocketsOptions): LiveSockets {
  const { http, authenticate, feedSeq, orderSeen, outletWatched, allowedOrigins, clock, log, redis } =
    options;
  let leaving = false;
  const io = new Server<ClientToServer, ServerToClient, BetweenServers, { caller: SocketCaller }>(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    allowRequest: (request, decide) =>
      decide(null, !leaving && mayConnect(request.headers.origin, request.headers.host)),
    ...(redis && { adapter: betweenServers(redis) }),
  });

  /** Browsers send the page's origin and apply no other rule to WebSockets (hazards R12). */
  function mayConnect(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined || allowedOrigins.includes(origin)) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  }

  const admitting = pLimit(HANDSHAKES_AT_ONCE);
  io.use((socket, next) => {
    const token: unknown = socket.handshake.auth['token'];
    admitting(() => admit(typeof token === 'string' ? token : ''))
      .then((admitted) => {
        if ('refused' in admitted) return next(new Error(admitted.refused));
        socket.data.caller = admitted.caller;
        return next();
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'a handshake failed');
        next(new Error('UNAVAILABLE'));
      });
  });

  async function admit(token: string): Promise<{ caller: SocketCaller } | { refused: string }> {
    const caller = await authenticate(token);
    if (!caller) return { refused: handshakeRefusals.token };
    if (!caller.verified) return { refused: handshakeRefusals.account };
    const open = socketsOf(caller.id) + (await socketsElsewhere(caller.id));
    return open < MOST_SOCKETS_PER_SELLER ? { caller } : { refused: 'TOO_MANY_CONNECTIONS' };
  }

  const socketsOf = (sellerId: string) => io.sockets.adapter.rooms.get(sellerRoom(sellerId))?.size ?? 0;

  /** While the other servers cannot be asked, each keeps to the limit by itself. */
  async function socketsElsewhere(sellerId: string): Promise<number> {
    if (!redis) return 0;
    try {
      const counts = await redis.soon(() => io.serverSideEmitWithAck('socketsOf', sellerId));
      return counts.reduce((sum, count) => sum + count, 0);
    } catch {
      return 0;
    }
  }
  io.on('socketsOf', (sellerId, answer) => answer(socketsOf(sellerId)));

  const looking = redis && setInterval(() => dropStalled(io, io.sockets.sockets.keys()), STALLED_LOOK_MS);
  looking?.unref();

  io.on('connection', (socket) => {
    const { caller } = socket.data;
    void socket.join([sellerRoom(caller.id), familyRoom(caller.family)]);
    // Many that were admitted at the same moment.
    if (socketsOf(caller.id) > MOST_SOCKETS_PER_SELLER) return void socket.disconnect(true);
    closeWhenTokenEnds(socket, caller.expiresAt * 1000 - clock.now().getTime());
    limitEvents(socket, clock);
    // The request of the handshake is no longer needed and is most of an idle socket's memory.
    delete (socket.conn as { request?: unknown }).request;
    socket.on('connect-outlet', (payload: unknown, acknowledge: unknown) =>
      answer('connect-outlet', watch(socket, caller, payload), acknowledge),
    );
    socket.on('order-seen', (payload: unknown, acknowledge: unknown) =>
      answer('order-seen', report(socket, payload), acknowledge),
    );
    socket.on('disconnecting', () => outletsOf(socket).forEach(outletWatched));
  });

  function answer<Reply>(event: string, work: Promise<Reply>, acknowledge: unknown): void {
    const reply =
      typeof acknowledge === 'function' ? (acknowledge as (reply: Reply | Unavailable) => void) : () => {};
    work.then(reply).catch((error: unknown) => {
      log.error({ err: error }, `${event} failed`);
      reply({ ok: false, error: 'UNAVAILABLE' });
    });
  }

  /** One outlet per socket: a new one takes the place of the last. */
  async function watch(
    socket: OutletSocket,
    caller: SocketCaller,
    payload: unknown,
  ): Promise<ConnectOutletReply> {
    const outletId = connectOutletPayload.safeParse(payload).data;
    if (outletId === undefined || (await feedSeq(caller.id, outletId)) === null)
      return { ok: false, error: 'NOT_FOUND' };
    // In one go, so that two calls at once cannot both find nothing to leave.
    const left = outletsOf(socket);
    await Promise.all([...left.map((id) => socket.leave(outletRoom(id))), socket.join(outletRoom(outletId))]);
    for (const id of new Set([...left, outletId])) outletWatched(id);
    // Read after joining: whatever is not counted here arrives as an event.
    const seq = (await feedSeq(caller.id, outletId)) ?? 0;
    return { ok: true, seq, serverTime: clock.now().toISOString() };
  }

  /** Only of the outlet it watches, which is its seller's. */
  async function report(socket: OutletSocket, payload: unknown): Promise<OrderSeenReply> {
    const told = orderSeenPayload.safeParse(payload).data;
    if (!told) return { ok: false, error: 'INVALID' };
    const [outletId] = outletsOf(socket);
    if (outletId === undefined || !(await orderSeen(outletId, told)))
      return { ok: false, error: 'NOT_FOUND' };
    return { ok: true };
  }

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
    watchedOutlets: () =>
      [...io.sockets.adapter.rooms.keys()].filter(isOutletRoom).map((room) => room.slice(OUTLET_ROOM.length)),
    tradingSessionChanged: (outletId) => void io.to(outletRoom(outletId)).emit('trading-session-update'),
    endFamily: (family) => io.in(familyRoom(family)).disconnectSockets(true),
    endSeller: (sellerId) => io.in(sellerRoom(sellerId)).disconnectSockets(true),
    count: () => io.sockets.sockets.size,
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

const isOutletRoom = (room: string) => room.startsWith(OUTLET_ROOM);

function outletsOf({ rooms }: OutletSocket): string[] {
  return [...rooms].filter(isOutletRoom).map((room) => room.slice(OUTLET_ROOM.length));
}

/** A token that was not renewed by a new handshake ends its socket (hazards R10). */
function closeWhenTokenEnds(socket: OutletSocket, ms: number): void {
  const timer = setTimeout(() => socket.disconnect(true), Math.max(0, ms));
  timer.unref();
  socket.once('disconnect', () => clearTimeout(timer));
}

/** What this needs of a connection's WebSocket, beyond what engine.io's types tell. */
type RawSocket = { bufferedAmount: number; terminate(): void };

/**
 * Cuts clients that have stopped reading: what they miss they fetch when they come back. A polite disconnect would wait
 * behind everything they have not read, and would tell them not to come back.
 */
function dropStalled(io: Server, watching: Iterable<string>): void {
  for (const id of watching) {
    const connection = io.sockets.sockets.get(id)?.conn;
    const raw = (connection?.transport as { socket?: RawSocket } | undefined)?.socket;
    if (!connection || !raw) continue;
    if (raw.bufferedAmount + queuedBytes(connection) > MOST_QUEUED_BYTES) raw.terminate();
  }
}

/** What engine.io holds back until the WebSocket has taken the last batch; empty for whoever reads. */
function queuedBytes(connection: OutletSocket['conn']): number {
  const { writeBuffer } = connection as unknown as { writeBuffer: { data?: unknown }[] };
  return writeBuffer.reduce((bytes, { data }) => bytes + (typeof data === 'string' ? data.length : 0), 0);
}
