import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import type { Order } from '#shared/api/orders.ts';
import type { ConnectOutletReply, HeartbeatReply, ScreenState } from '#shared/api/live.ts';
import { afterEach, beforeAll, expect } from 'vitest';
import type { TestServer, Trading } from '../../../server/testing/server.ts';
import { server } from './set-up.ts';

export const listen = (server: TestServer) => server.app.server.listen({ port: 0, host: '127.0.0.1' });

export type LiveScreens = {
  /** A signed-in screen, connected; `state` is the first that it reports of itself, as our pages do. */
  connect(server: TestServer, token: string, state?: ScreenState | null): Promise<Socket>;
  /** A screen that also watches an outlet; without a state it is an older page, which reports none. */
  watch(server: TestServer, token: string, outletId: string, state?: ScreenState | null): Promise<Socket>;
  /** Closes all their connections. */
  close(): void;
};

export function liveScreens(): LiveScreens {
  const sockets: Socket[] = [];

  async function connect(server: TestServer, token: string, state: ScreenState | null = null) {
    const address = server.app.server.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      auth: { token },
      forceNew: true,
      reconnection: false,
    });
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    if (state) await beat(socket, state);
    return socket;
  }

  return {
    connect,
    async watch(server, token, outletId, state) {
      const socket = await connect(server, token, state);
      const reply = await watchOutlet(socket, outletId);
      if (!reply.ok) throw new Error(reply.error);
      return socket;
    },
    close() {
      for (const socket of sockets.splice(0)) socket.disconnect();
    },
  };
}

/** Lets the file's server listen; call it after `setUpServer` or `setUpShop`. Screens are closed after each test. */
export function setUpScreens(): LiveScreens {
  const screens = liveScreens();
  beforeAll(async () => {
    await listen(server);
  });
  afterEach(screens.close);
  return screens;
}

export const watchOutlet = (socket: Socket, outletId: unknown) =>
  socket.timeout(10_000).emitWithAck('connect-outlet', outletId) as Promise<ConnectOutletReply>;

export const beat = (socket: Socket, state: unknown) =>
  socket.timeout(10_000).emitWithAck('heartbeat', state) as Promise<HeartbeatReply>;

/** Sends any event, which is how a screen is heard that reports nothing of itself. */
export const speak = (socket: Socket) => socket.timeout(10_000).emitWithAck('order-seen', null);

/** Collects this event's payloads from now on. */
export function eventsOf(socket: Socket, event: string): unknown[] {
  const told: unknown[] = [];
  socket.on(event, (what: unknown) => told.push(what));
  return told;
}

/** Sends far more events than the buffers on the way hold, to a client that reads none until `resume` is called. */
export async function floodUnread(
  socket: Socket,
  { app }: TestServer,
  { order, first, last }: { order: Order; first: number; last: number },
): Promise<{ resume(): void }> {
  const { ws } = socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } };
  ws.pause();
  const long = { ...order, note: 'x'.repeat(20_000) };
  for (let seq = first; seq <= last; seq += 1) {
    app.live.orderChanged(order.outletId, { order: long, seq });
    if (seq % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return ws;
}

/** Cuts the connection: nothing is said, and nothing arrives any more. */
export function cut(socket: Socket): void {
  (socket.io.engine.transport as unknown as { ws: { terminate(): void } }).ws.terminate();
}

/** Closes or reloads the page. */
export function closePage(socket: Socket): void {
  (socket.io.engine.transport as unknown as { ws: { close(code: number): void } }).ws.close(1000);
}

/** What a screen of that name says of itself. */
export const screenOf = (screenName: string, silent: ScreenState['silent'] = null): ScreenState => ({
  screenId: randomUUID(),
  screenName,
  silent,
});

/** What is told of a screen on the others of its seller. */
export const told = (
  owner: Pick<Trading, 'outletId'>,
  { screenId, screenName }: ScreenState,
  why: string,
) => ({
  outletId: owner.outletId,
  outletName: 'The Old Ferry',
  screenId,
  screenName,
  why,
  since: expect.any(String),
});
