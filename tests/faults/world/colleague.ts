import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Order } from '#shared/api/orders.ts';
import type { ConnectOutletReply, OrderUpdate } from '#shared/api/live.ts';
import { signInBeside } from '../../support/browser/kept-sign-in.ts';
import type { OrderChange } from '../run-log.ts';
import type { Platform } from './platform.ts';

export type Asked = { version?: number; key?: string; body?: unknown };

export type Answer = { status: number; body: unknown };

/** The seller's other devices: calls that are tried again with their key, and bare sockets that note every change. */
export type Colleague = {
  changes: OrderChange[];
  /** The reply's status and body, once a server has answered. */
  call(method: string, path: string, asked?: Asked): Promise<Answer>;
  orders(): Promise<Order[]>;
  /** Watches the outlet at that server, or at another that lives, for as long as the run lasts. */
  listen(server: number): void;
  close(): void;
};

/** A server that was killed may take a minute to start on a busy machine. */
const PATIENCE_MS = 180_000;

export async function openColleague(platform: Platform): Promise<Colleague> {
  const origin = (server = 0) => `http://127.0.0.1:${platform.port(server)}`;
  const { accessToken } = await signInBeside(origin(), platform.email, platform.password);
  const changes: OrderChange[] = [];
  const sockets = new Set<Socket>();
  const seen = new Set<string>();

  function note({ id, version, status }: Order): void {
    const what = `${id} ${version} ${status}`;
    if (seen.has(what)) return;
    seen.add(what);
    changes.push({ id, version, status, at: Date.now() });
  }

  async function once(method: string, path: string, { version, key, body }: Asked): Promise<Response | null> {
    return fetch(`${origin()}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(key && { 'idempotency-key': key }),
        ...(version && { 'if-match': `"${version}"` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
  }

  const colleague: Colleague = {
    changes,
    async call(method, path, asked = {}) {
      const key = asked.key ?? randomUUID();
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(250)) {
        const reply = await once(method, path, method === 'GET' ? asked : { ...asked, key });
        const body = (await reply?.json().catch(() => null)) as object | null;
        if (!reply || reply.status >= 500 || body === null) continue;
        if (reply.ok && 'orderNumber' in body) note(body as Order);
        return { status: reply.status, body };
      }
      throw new Error(`${method} ${path} was not answered`);
    },
    async orders() {
      const { body } = await colleague.call('GET', `/sellers/outlets/${platform.outletId}/orders`);
      const orders = body as Order[];
      orders.forEach(note);
      return orders;
    },
    listen: (server) =>
      listen({ origin: () => origin(server), token: accessToken, note, colleague, sockets }, platform),
    close() {
      const open = [...sockets];
      sockets.clear();
      for (const socket of open) socket.disconnect();
    },
  };
  return colleague;
}

type Listening = {
  origin: () => string;
  token: string;
  note: (order: Order) => void;
  colleague: Colleague;
  /** Those that are to be there; one that is not in it any more is not opened again. */
  sockets: Set<Socket>;
};

function listen(listening: Listening, platform: Platform): void {
  const { origin, token, note, colleague, sockets } = listening;
  const socket = io(origin(), {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
  });
  sockets.add(socket);
  const again = () => void (sockets.delete(socket) && setTimeout(() => listen(listening, platform), 200));
  socket.on('order-update', ({ order }: OrderUpdate) => note(order));
  socket.on('connect', () => {
    // One that reports nothing would count as a screen that can ring.
    socket.emit(
      'heartbeat',
      { screenId: randomUUID(), screenName: 'Office', silent: 'muted' },
      () => undefined,
    );
    socket.emit('connect-outlet', platform.outletId, (reply: ConnectOutletReply) => {
      if (!reply.ok) socket.disconnect();
      void colleague.orders().catch(() => undefined);
    });
  });
  socket.on('disconnect', again);
  socket.on('connect_error', again);
}
