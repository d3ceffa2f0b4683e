import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Server as SocketServer } from 'socket.io';
import { speak, type Dialect, type Json } from './dialects.ts';
import { newOrder, pastOrders, refundedOf, type StandInOrder } from './orders.ts';
import { orderAsSaid, refuse, routes, type Answer, type World } from './routes.ts';
import { newShop, OUTLET, type Shop } from './seller-data.ts';

/** One received call. `body` is the raw text. */
export type Recorded = { route: string; body: string; headers: IncomingMessage['headers'] };

/**
 * Another server with the same call table, but its own data, sockets and order machine: it shares no code with this
 * product. It stores whatever it is sent, and serves the web build.
 */
export type StandIn = {
  origin: string;
  outletId: string;
  /** Its current data, in its own format. */
  shop: Shop;
  orders: StandInOrder[];
  /** Every call so far, oldest first. */
  recorded: Recorded[];
  /** Places a new order and notifies screens that watch the outlet; returns its id. */
  place(): string;
  /** How many refunds were made in the open session. */
  refunds(): number;
  /** Loses the answer to the next refund, after it was made. */
  loseNextRefund(): void;
  /** Invalidates every access token. */
  forgetTokens(): void;
  stop(): Promise<void>;
};

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const withoutSession = /^POST \/sellers\/(sign-in|register|refresh-token|leads)$/;
/** A till's page has another origin. */
const forAnyPage = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
};
const patterns = Object.entries(routes).map(([route, handler]) => ({
  pattern: new RegExp(`^${route.replaceAll('*', '([^/]+)')}$`),
  // More specific paths come first, so that `trading-sessions/*` is not taken for an outlet.
  precision: route.replaceAll('*', '').length,
  handler,
}));
patterns.sort((one, other) => other.precision - one.precision);

export async function startStandIn(dialect: Dialect = {}): Promise<StandIn> {
  const recorded: Recorded[] = [];
  const uploads = new Map<string, Buffer>();
  let losing = false;

  const http = createServer((request, reply) => {
    void answer(request, reply).catch((error: unknown) => reply.writeHead(500).end(String(error)));
  });
  const live = new SocketServer(http, { cors: { origin: '*' } });
  live.on('connection', (socket) => socket.on('connect-outlet', (id: string) => void socket.join(id)));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

  let told = 0;
  const world: World = {
    dialect,
    origin,
    shop: newShop(dialect),
    orders: pastOrders(),
    signedIn: new Map(),
    tellOrder(order) {
      told += 1;
      const payload = eventOf(world, order, told);
      if (payload !== undefined) live.to(order.outletId).emit('order-update', payload);
    },
    tellSession(outletId) {
      if (dialect.events !== 'none') live.to(outletId).emit('trading-session-update');
    },
  };

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    if (pathname.startsWith('/socket.io/')) return;
    for (const [name, value] of Object.entries(forAnyPage)) reply.setHeader(name, value);
    if (request.method === 'OPTIONS') return void reply.writeHead(204).end();
    const sent = await bodyOf(request);
    if (pathname.startsWith('/uploads/')) return keepOrSend(pathname, request, sent, reply);
    if (!pathname.startsWith('/api/')) return sendFile(pathname, reply);
    const route = `${request.method} ${pathname.slice('/api'.length)}`;
    recorded.push({ route, body: sent.toString(), headers: request.headers });
    const [status, json] = act(route, searchParams, sent, request.headers);
    if (losing && route.includes('/refund/')) {
      losing = false;
      // A proxy's answer for a server that is gone. The connection is not closed, because Chromium would retry by
      // itself.
      return void reply.writeHead(502).end();
    }
    reply.writeHead(status, { 'content-type': 'application/json' });
    reply.end(json === undefined ? '' : JSON.stringify(json));
  }

  function act(
    route: string,
    query: URLSearchParams,
    sent: Buffer,
    headers: IncomingMessage['headers'],
  ): Answer {
    const account = world.signedIn.get((headers.authorization ?? '').replace('Bearer ', ''));
    if (!account && !withoutSession.test(route)) return refuse(world, 401, 'Sign in first.');
    const body = (sent.length === 0 ? {} : JSON.parse(sent.toString())) as Json;
    const ifMatch = headers['if-match'] ?? '';
    for (const { pattern, handler } of patterns) {
      const [, ...params] = pattern.exec(route) ?? [];
      if (!pattern.test(route)) continue;
      return handler(world, {
        params: params.map(decodeURIComponent),
        query,
        body,
        account: account ?? {},
        ifMatch,
      });
    }
    return refuse(world, 404, 'There is nothing here.');
  }

  function keepOrSend(name: string, request: IncomingMessage, sent: Buffer, reply: ServerResponse): void {
    if (request.method === 'PUT') uploads.set(name, sent);
    const kept = uploads.get(name);
    reply.writeHead(kept ? 200 : 404, { 'content-type': 'image/jpeg' }).end(kept);
  }

  const ofNow = () => world.orders.filter(({ sessionId }) => sessionId === 'session-2');
  return {
    origin,
    outletId: OUTLET,
    shop: world.shop,
    orders: world.orders,
    recorded,
    place() {
      const order = newOrder(ofNow().length + 1);
      world.orders.push(order);
      world.tellOrder(order);
      return order.id;
    },
    refunds: () => ofNow().filter((order) => refundedOf(order) > 0).length,
    loseNextRefund: () => void (losing = true),
    forgetTokens: () => world.signedIn.clear(),
    async stop() {
      // First accept nobody new, then close existing connections: one that a browser opened ahead never ends by
      // itself.
      http.close();
      http.closeAllConnections();
      await live.close();
    },
  };
}

/** The payload of an `order-update`; undefined if this server sends none. */
function eventOf(world: World, order: StandInOrder, count: number): unknown {
  switch (world.dialect.events ?? 'id') {
    case 'id':
      return order.id;
    case 'order':
      return orderAsSaid(world, order);
    case 'counted':
      return { order: orderAsSaid(world, order), seq: speak(world.dialect, count) };
    case 'none':
      return undefined;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Serves the web build like any file server: unknown paths fall back to app.html. */
async function sendFile(pathname: string, reply: ServerResponse): Promise<void> {
  const file = path.resolve('dist/web', `.${path.extname(pathname) ? pathname : '/app.html'}`);
  const content = await readFile(file).catch(() => null);
  if (content === null) return void reply.writeHead(404).end();
  reply
    .writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
    .end(content);
}
