import { io, type Socket } from 'socket.io-client';
import type { Order } from '#shared/api/orders.ts';
import { handshakeRefusals, type ConnectOutletReply } from '#shared/live.ts';
import type { Connection } from './orders-slice.ts';

export type LiveFeedOptions = {
  /** The origin of the API; the socket is on the same host. */
  origin: string;
  outletId: string;
  /** The access token as it is now; asked at every connect. */
  accessToken: () => string | null;
  /** A token in place of a stale one; null where the session is over. Rejects where nobody can be reached. */
  refresh: (stale: string) => Promise<string | null>;
  fetchOrders: () => Promise<Order[]>;
  fetchOrder: (orderId: string) => Promise<Order>;
  readOrder: (value: unknown) => Order;
  on: {
    connection: (connection: Connection) => void;
    list: (orders: Order[]) => void;
    listFailed: (error: unknown) => void;
    order: (order: Order) => void;
    session: () => void;
    /** How far the server's clock is ahead, in ms. */
    clock: (aheadMs: number) => void;
  };
  /** How often the list is checked against the server while connected, in ms (D32). */
  recheckMs?: number;
  /** How long a server may take to acknowledge the outlet before it counts as one that does not. */
  acknowledgeMs?: number;
};

export type LiveFeed = {
  /** Reads the list again now. */
  recheck(): void;
  stop(): void;
};

type Update = { id: string; order: Order | null; seq: number | null };

const RECHECK_MS = 30_000;
const ACKNOWLEDGE_MS = 5_000;
const RETRY_REFRESH_MS = 2_000;

/**
 * Keeps a screen equal to the server (D32). On every connect it listens first and holds, reads the list, applies it,
 * and replays what was held; a gap in `seq`, an event with only an id, or an order without a version makes it read.
 * Nothing depends on an event arriving.
 */
export function startLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { outletId, on } = options;
  let stopped = false;
  let lastSeq: number | null = null;
  /** While a list is on its way: what arrived since it was asked for, to be applied again on top of it. */
  let held: Update[] | null = null;
  let readAgain = false;
  const asked = new Map<string, number>();

  const socket: Socket = io(options.origin, {
    transports: ['websocket'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
    // A function: a reconnect must send the token of then, not of now.
    auth: (send) => send({ token: options.accessToken() }),
    forceNew: true,
  });

  socket.on('connect', () => void connected());
  socket.on('disconnect', (reason) => {
    if (stopped) return;
    on.connection('disconnected');
    // The server closed it, for instance because the token ended; the client does not come back by itself then.
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', (error) => void refused(error.message));
  socket.io.on('reconnect_attempt', () => on.connection('connecting'));
  socket.on('order-update', (payload: unknown) => received(readUpdate(payload, options.readOrder)));
  socket.on('trading-session-update', () => {
    on.session();
    void read();
  });

  const timer = setInterval(() => {
    if (socket.connected) void read();
  }, options.recheckMs ?? RECHECK_MS);

  async function connected(): Promise<void> {
    held ??= [];
    lastSeq = null;
    const reply = await acknowledged();
    if (stopped) return;
    if (reply && !reply.ok) return on.connection('error');
    if (reply?.ok) {
      lastSeq = Math.max(lastSeq ?? 0, reply.seq);
      const serverTime = Date.parse(reply.serverTime);
      if (Number.isFinite(serverTime)) on.clock(serverTime - Date.now());
    }
    on.connection('connected');
    await read();
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

  async function refused(reason: string): Promise<void> {
    if (stopped) return;
    if (reason === handshakeRefusals.account) return on.connection('error');
    on.connection(socket.active ? 'disconnected' : 'connecting');
    if (reason !== handshakeRefusals.token) {
      // socket.io goes on by itself where nothing answered; a refusal by the server it takes as final.
      if (!socket.active) setTimeout(() => stopped || socket.connect(), RETRY_REFRESH_MS);
      return;
    }
    const stale = options.accessToken();
    try {
      const token = stale === null ? null : await options.refresh(stale);
      if (token !== null && !stopped) socket.connect();
    } catch {
      setTimeout(() => stopped || socket.connect(), RETRY_REFRESH_MS);
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
    if (order && order.version > 0) on.order(order);
    else void readOne(id);
  }

  /** Only the answer to the last question counts, however the answers overtake each other (hazards R5). */
  async function readOne(id: string): Promise<void> {
    const question = (asked.get(id) ?? 0) + 1;
    asked.set(id, question);
    try {
      const order = await options.fetchOrder(id);
      if (!stopped && asked.get(id) === question) on.order(order);
    } catch {
      void read();
    }
  }

  /** One list at a time; whatever asks meanwhile gets one more after it (hazards R6). */
  let reading: Promise<void> | null = null;
  function read(): Promise<void> {
    if (reading) {
      readAgain = true;
      return reading;
    }
    reading = readList().finally(() => {
      reading = null;
      if (readAgain && !stopped) {
        readAgain = false;
        void read();
      }
    });
    return reading;
  }

  async function readList(): Promise<void> {
    held ??= [];
    try {
      const orders = await options.fetchOrders();
      if (stopped) return;
      on.list(orders);
    } catch (error) {
      if (!stopped) on.listFailed(error);
    }
    const replay = held;
    held = null;
    if (!stopped) replay.forEach(apply);
  }

  on.connection('connecting');
  return {
    recheck: () => void read(),
    stop() {
      stopped = true;
      clearInterval(timer);
      socket.removeAllListeners();
      socket.io.removeAllListeners();
      socket.disconnect();
    },
  };
}

/** `{order, seq}`, an order, an object with its id, or the id alone (D2, D32); null where it says nothing. */
function readUpdate(payload: unknown, readOrder: (value: unknown) => Order): Update | null {
  if (typeof payload === 'string' && payload !== '') return { id: payload, order: null, seq: null };
  if (typeof payload !== 'object' || payload === null) return null;
  const { order = payload, seq, orderId } = payload as { order?: unknown; seq?: unknown; orderId?: unknown };
  const count = typeof seq === 'number' ? seq : null;
  try {
    const read = readOrder(order);
    return { id: read.id, order: read, seq: count };
  } catch {
    const { id, _id } = (typeof order === 'object' && order !== null ? order : {}) as {
      id?: unknown;
      _id?: unknown;
    };
    const found = [orderId, id, _id, order].find((value) => typeof value === 'string');
    return typeof found === 'string' ? { id: found, order: null, seq: count } : null;
  }
}
