import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import type { Category } from '#shared/api/catalogs.ts';
import type { Order } from '#shared/api/orders.ts';
import type { ConnectOutletReply, OrderUpdate } from '#shared/api/live.ts';
import { ferryMenu } from '../../../demo/menu.ts';
import { seedAccount, seedCatalog, seedOutlet, seedPassword } from '../../../demo/seed-rows.ts';
import { startServer, type ServerProcess } from '../../../demo/server-process.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { addressForServers } from '../../../server/testing/database.ts';
import { emptyDatabase } from './empty-database.ts';
import { freePort } from './free-port.ts';
import { limitsOfLoads } from './limits-of-loads.ts';
import { line } from '../shop/platform.ts';

/** Several server processes on one PostgreSQL database, with a seller whose outlet trades. */
export type Servers = {
  outletId: string;
  /** The address for the database's owner. */
  databaseUrl: string;
  token: string;
  /** Starts another one; `onLine` gets each line of its output. */
  start(env?: Record<string, string>, onLine?: (line: string) => void): Promise<ServerProcess>;
  /** Signs the seller in at a server and opens the outlet there. */
  open(server: ServerProcess): Promise<void>;
  /** One call as the seller. */
  call(server: ServerProcess, method: string, path: string, body?: unknown): Promise<Response>;
  /** Places a customer's order; returns the raw reply. */
  place(server: ServerProcess, key?: string): Promise<Response>;
  /** The outlet's orders as a server lists them. */
  orders(server: ServerProcess): Promise<Order[]>;
  stop(): Promise<void>;
};

const secret = 'a secret for tests alone, thirty-two characters';
export const sellerEmail = 'seller@servery.test';

/** @param postgresUrl the server to make the database on */
export async function startServers(
  postgresUrl: string,
  shared: Record<string, string> = {},
): Promise<Servers> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servery-servers-'));
  const { url, drop } = await emptyDatabase(postgresUrl);
  const menu = ferryMenu();
  const outletId = await seed(url, dataDir, menu);
  const serversUrl = await addressForServers(url);
  const running: ServerProcess[] = [];

  const servers: Servers = {
    outletId,
    databaseUrl: url,
    token: '',
    async start(env = {}, onLine) {
      const server = await startServer({
        dataDir,
        port: await freePort(),
        ...(onLine && { onLine }),
        env: {
          SERVERY_DEMO: '1',
          LIMITS: limitsOfLoads,
          DATABASE_URL: serversUrl,
          TOKEN_SECRET: secret,
          ...shared,
          ...env,
        },
      });
      running.push(server);
      return server;
    },
    async open(server) {
      const reply = await servers.call(server, 'POST', '/sellers/sign-in', {
        email: sellerEmail,
        password: seedPassword,
      });
      const { account } = (await reply.json()) as { account: { accessToken: string } };
      servers.token = account.accessToken;
      await servers.call(server, 'POST', `/sellers/outlets/${outletId}/trading-session/start`);
    },
    call: (server, method, path, body) =>
      fetch(`${server.origin}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${servers.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    place: (server, key = randomUUID()) =>
      fetch(`${server.origin}/api/customers/outlets/${outletId}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({
          customerName: 'Priya Raman',
          tableNumber: '7',
          items: [line(menu, 'Americano')],
          paymentMethod: 'test_ok',
        }),
      }),
    async orders(server) {
      return (await (
        await servers.call(server, 'GET', `/sellers/outlets/${outletId}/orders`)
      ).json()) as Order[];
    },
    async stop() {
      for (const server of running) server.process.kill('SIGKILL');
      await Promise.all(running.map(({ ended }) => ended));
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return servers;
}

/** A till in miniature: it subscribes, then fetches, applies what is newer, and starts over at each connection. */
export type ListeningTill = {
  socket: Socket;
  /** The orders that the till knows, by id. */
  known: Map<string, Order>;
  /** The events, in the order of their arrival. */
  heard: OrderUpdate[];
  /** How often it has connected and caught up. */
  connections(): number;
  /** Fetches the list, as a till does every 30 s. */
  fetch(): Promise<void>;
  close(): void;
};

/** Watches the outlet at the server that `at` returns for each connection. */
export function listeningTill(servers: Servers, at: () => ServerProcess): ListeningTill {
  const known = new Map<string, Order>();
  const heard: OrderUpdate[] = [];
  let connections = 0;
  let closed = false;
  let socket = connect();

  function apply(order: Order) {
    if ((known.get(order.id)?.version ?? 0) < order.version) known.set(order.id, order);
  }
  async function fetch() {
    for (const order of await servers.orders(at())) apply(order);
  }
  function connect(): Socket {
    const opened = io(at().origin, {
      transports: ['websocket'],
      auth: { token: servers.token },
      forceNew: true,
      reconnection: false,
    });
    const again = () => {
      if (!closed) setTimeout(() => (socket = connect()), 100);
    };
    opened.on('order-update', (update: OrderUpdate) => {
      heard.push(update);
      apply(update.order);
    });
    opened.on('connect_error', again);
    opened.on('disconnect', again);
    opened.on('connect', () => {
      void (async () => {
        const reply = (await opened
          .timeout(5_000)
          .emitWithAck('connect-outlet', servers.outletId)) as ConnectOutletReply;
        if (!reply.ok) throw new Error(reply.error);
        await fetch();
        connections += 1;
      })().catch(() => opened.disconnect());
    });
    return opened;
  }

  return {
    get socket() {
      return socket;
    },
    known,
    heard,
    connections: () => connections,
    fetch,
    close() {
      closed = true;
      socket.disconnect();
    },
  };
}

async function seed(databaseUrl: string, dataDir: string, menu: Category[]): Promise<string> {
  const now = new Date();
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    const seller = await seedAccount(database, sellerEmail, 'Thames Taverns Ltd', 'verified', now);
    const catalog = await seedCatalog(database, seller, 'Summer menu', menu, now);
    return await seedOutlet(database, seller, 'The Old Ferry', 'Bankside', 'verified', catalog, now);
  } finally {
    await database.close();
  }
}
