import { createServer, type Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Order } from '#shared/api/orders.ts';
import type { HeartbeatReply, OrderSeen, ScreenState } from '#shared/api/live.ts';
import { readOrder } from '../../../renderer/api/read-order.ts';

/** A real server with real sockets whose orders the test changes, and which loses events and answers on demand. */
export class Shop {
  orders = new Map<string, Order>();
  seq = 0;
  /** The count of each further outlet; their orders name it. */
  others: Record<string, number> = {};
  /** The outlets of each `connect-outlets`; null if the server does not know it. */
  named: string[][] | null = [];
  lists = 0;
  reads = 0;
  /** Whether it tells versions by themselves, and how often it did. */
  tellsVersions = false;
  checks = 0;
  /** The event for a change; null loses it. */
  shape: (order: Order, seq: number) => unknown = (order, seq) => ({ order, seq });
  acknowledges = true;
  /** Replaces the next acknowledgement `{ok: true}`. */
  refusal: string | null = null;
  validToken = 'token';
  /** The reason for refusing a handshake with an invalid token. */
  handshakeRefusal = 'UNAUTHORIZED';
  handshakes = 0;
  /** The reports about orders, as `id stage`, and the outlet if it is named. */
  reported: string[] = [];
  /** Whether the server supports heartbeats, and its answer; an answer of null is never sent. */
  heartbeat: (() => HeartbeatReply | null) | null = null;
  screens: ScreenState[] = [];
  /** The acknowledgement of the outlet waits for this. */
  acknowledged: Promise<void> = Promise.resolve();
  /** How far its clock is ahead, in ms. */
  aheadMs = 60_000;
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
          void this.acknowledged.then(() =>
            acknowledge?.({
              ok: true,
              seq: this.seq,
              serverTime: this.#now(),
              ...(this.heartbeat && { heartbeat: true }),
              ...(this.tellsVersions && { orderVersions: true }),
            }),
          );
      });
      socket.on('connect-outlets', (outletIds: string[], acknowledge: (reply: unknown) => void) => {
        if (this.named === null) return;
        void socket.join('outlet');
        this.named.push(outletIds);
        const outlets = outletIds.map((outletId) => ({ outletId, seq: this.others[outletId] ?? this.seq }));
        acknowledge({
          ok: true,
          outlets,
          serverTime: this.#now(),
          ...(this.heartbeat && { heartbeat: true }),
          ...(this.tellsVersions && { orderVersions: true }),
        });
      });
      socket.on('heartbeat', (screen: ScreenState, acknowledge: (reply: HeartbeatReply) => void) => {
        this.screens.push(screen);
        const reply = this.heartbeat?.();
        if (reply) acknowledge(reply);
      });
      socket.on('order-seen', (seen: OrderSeen, acknowledge: (reply: unknown) => void) => {
        const { orderId, stage, outletId } = seen;
        this.reported.push([orderId, stage, ...(outletId === undefined ? [] : [outletId])].join(' '));
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
    const count = this.others[order.outletId];
    if (count === undefined) this.seq += 1;
    else this.others[order.outletId] = count + 1;
    const message = this.shape(order, count === undefined ? this.seq : count + 1);
    if (message !== null) this.#io.to('outlet').emit('order-update', message);
  }

  /** Sets times of an order without changing its version. */
  know(id: string, times: Partial<Order>): void {
    const known = this.orders.get(id);
    if (known) this.orders.set(id, { ...known, ...times });
    this.#io.to('outlet').emit('order-timeline', { orderId: id, ...times });
  }

  #now = () => new Date(Date.now() + this.aheadMs).toISOString();
  wellNow = (): HeartbeatReply => ({
    ok: true,
    seq: this.seq,
    ...(Object.keys(this.others).length > 0 && { seqs: { outlet: this.seq, ...this.others } }),
    serverTime: this.#now(),
  });

  portionsUpdate(): void {
    this.#io.to('outlet').emit('portions-update', { outletId: 'outlet' });
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
