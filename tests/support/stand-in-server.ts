import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { Server as SocketServer } from 'socket.io';
import { applyCommand, type OrderCommand, type OrderState } from '#shared/orders/machine.ts';
import { pence } from '#shared/money.ts';
import type { ItemStatus, OrderStatus } from '#shared/orders/statuses.ts';

/**
 * Another server that keeps the specification's call table and nothing beyond it (D2): `_id`, `postCode`, no versions,
 * no keys, no acknowledgements, replies only where the table promises one, and events with nothing but an id.
 */
export type StandIn = {
  origin: string;
  outletId: string;
  /** A new order; its id is told to whoever watches the outlet. */
  place(): string;
  /** How often money was given back. */
  refunds: () => number;
  /** What was asked, `METHOD /path`. */
  asked: string[];
  /** Loses the answer to the next refund, after it was made. */
  loseNextRefund(): void;
  stop(): Promise<void>;
};

type StoredOrder = {
  _id: string;
  outletId: string;
  orderNumber: number;
  status: OrderStatus;
  tableNumber: string;
  customerName: string;
  note: string;
  createdAt: string;
  completedAt?: string;
  amount: number;
  tip: number;
  items: { _id: string; name: string; quantity: number; cost: number; modifications: [] }[];
  itemStatus: { _id: string; status: ItemStatus }[];
  payment: { refunds: { amount: number; createdAt: string }[] };
};

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const account = {
  _id: 'account',
  email: 'seller@example.com',
  companyName: 'Another Company Ltd',
  postCode: 'SE1 9DX',
  accountStatus: { value: 'verified', label: 'Verified' },
};

export async function startStandIn(): Promise<StandIn> {
  const outletId = 'outlet-1';
  const orders: StoredOrder[] = [];
  const asked: string[] = [];
  const sessions = [
    {
      _id: 'session-0',
      startedAt: '2026-11-01T17:00:00Z',
      finishedAt: '2026-11-01T22:00:00Z',
      numberOfOrders: 4,
      totalEarnings: 6_400,
    },
  ];
  let open = true;
  let losing = false;

  const outlet = () => ({
    _id: outletId,
    name: 'The <b>Other</b> Inn',
    addressLine1: '1 High Street',
    addressLine2: 'Old Town',
    city: 'Leeds',
    postCode: 'LS1 1AA',
    availability: open ? 'open' : 'closed',
    accountStatus: { value: 'verified', label: 'Verified' },
    catalog: { _id: 'catalog-1', name: 'Menu' },
    ...(open && { tradingSession: { _id: 'session-1', startedAt: new Date().toISOString() } }),
  });

  const http = createServer((request, reply) => {
    void answer(request, reply).catch((error: unknown) => reply.writeHead(500).end(String(error)));
  });
  const live = new SocketServer(http);
  live.on('connection', (socket) => socket.on('connect-outlet', (id: string) => void socket.join(id)));

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in');
    if (pathname.startsWith('/socket.io/')) return;
    if (!pathname.startsWith('/api/')) return sendFile(pathname, reply);
    const route = `${request.method} ${pathname.slice('/api'.length)}`;
    asked.push(route);
    const body = await bodyOf(request);
    const [status, json] = act(route, body);
    if (losing && route.includes('/refund/')) {
      losing = false;
      // What a proxy says of a server that went away. Not a closed connection: Chromium asks again by itself then.
      return void reply.writeHead(502).end();
    }
    reply.writeHead(status, { 'content-type': 'application/json' });
    reply.end(json === undefined ? '' : JSON.stringify(json));
  }

  function act(route: string, body: Record<string, unknown>): [status: number, json?: unknown] {
    const [, command, orderId] =
      /\/(accept|progress|cancel|complete|refund|progress-order|regress-order)\/([\w-]+)$/.exec(route) ?? [];
    const order = orders.find(({ _id }) => _id === (orderId ?? route.split('/').at(-1)));
    if (command && order) return change(order, command, body);
    switch (route) {
      case 'POST /sellers/sign-in':
        return [
          200,
          { account: { ...account, accessToken: 'access', refreshToken: 'refresh' }, isAdmin: false },
        ];
      case 'GET /sellers/profile':
        return [200, { ...account, account }];
      case 'GET /sellers/outlets':
        return [200, [outlet()]];
      case `GET /sellers/outlets/${outletId}`:
        return [200, outlet()];
      case `GET /sellers/outlets/${outletId}/orders`:
        return [200, orders];
      case `GET /sellers/outlets/${outletId}/trading-sessions`:
        return [200, { ...outlet(), tradingSessions: sessions }];
      case 'GET /sellers/outlets/trading-sessions/session-1':
      case 'GET /sellers/outlets/trading-sessions/session-0':
        return [200, { outlet: outlet(), period: sessions[0], orders }];
      case `POST /sellers/outlets/${outletId}/trading-session/finish`:
        open = false;
        sessions.unshift({ ...sessions[0]!, _id: 'session-1' });
        return [200, outlet()];
      case 'GET /sellers/catalogs':
        return [200, []];
      default:
        return order ? [200, order] : [404, { error: 'There is nothing here.' }];
    }
  }

  function change(order: StoredOrder, name: string, body: Record<string, unknown>): [number, unknown?] {
    if (name === 'refund') {
      order.payment.refunds.push({
        amount: Number(body['amountToRefund']),
        createdAt: new Date().toISOString(),
      });
      return [200, order];
    }
    const kind =
      { progress: 'progressItems', 'progress-order': 'progress', 'regress-order': 'regress' }[name] ?? name;
    const state: OrderState = {
      status: order.status,
      itemStatus: order.itemStatus.map(({ _id, status }) => ({ id: _id, status })),
      amount: pence(order.amount),
      refunded: pence(0),
    };
    const moved = applyCommand(state, { kind, ...body } as OrderCommand);
    if (moved.kind === 'refused') return [409, { error: moved.message }];
    if (moved.kind === 'moved') {
      order.status = moved.next.status === 'payment_capture' ? 'complete' : moved.next.status;
      order.itemStatus = moved.next.itemStatus.map(({ id, status }) => ({ _id: id, status }));
      if (order.status === 'complete') order.completedAt = new Date().toISOString();
    }
    live.to(outletId).emit('order-update', idOf(order));
    return kind === 'cancel' ? [200] : [200, order];
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    outletId,
    asked,
    place() {
      const id = `order-${orders.length + 1}`;
      orders.push(newOrder(id, outletId, orders.length + 1));
      live.to(outletId).emit('order-update', id);
      return id;
    },
    refunds: () => orders.reduce((count, order) => count + order.payment.refunds.length, 0),
    loseNextRefund: () => void (losing = true),
    async stop() {
      await live.close();
      http.closeAllConnections();
    },
  };
}

const idOf = ({ _id }: { _id: string }): string => _id;

function newOrder(id: string, outletId: string, orderNumber: number): StoredOrder {
  return {
    _id: id,
    outletId,
    orderNumber,
    status: 'deliver_pending',
    tableNumber: '7',
    customerName: '<script>globalThis.pwned=1</script>',
    note: 'No ice',
    createdAt: new Date().toISOString(),
    amount: 1_500,
    tip: 0,
    items: [
      {
        _id: 'line-1',
        name: 'Pie <img src=x onerror="globalThis.pwned=1">',
        quantity: 1,
        cost: 1_500,
        modifications: [],
      },
    ],
    itemStatus: [{ _id: 'line-1', status: 'waiting' }],
    payment: { refunds: [] },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** The web build as any file server hosts it: unknown paths fall back to app.html (D44). */
async function sendFile(pathname: string, reply: ServerResponse): Promise<void> {
  const file = path.resolve('dist/web', `.${path.extname(pathname) ? pathname : '/app.html'}`);
  const content = await readFile(file).catch(() => null);
  if (content === null) return void reply.writeHead(404).end();
  reply
    .writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
    .end(content);
}
