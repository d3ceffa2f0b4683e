import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions } from 'fastify';
import { refuse, type Refusal } from './refusal.ts';
import { networkOf } from '../limits/network.ts';
import type { IsProxy } from './caller-address.ts';
import { closeWith } from './close-with.ts';
import { mayUpgrade } from './upgrades.ts';

/** What one client may use before its connection is cut. */
export type ConnectionLimits = {
  /** How long a request may take to arrive, headers and body, in ms. */
  requestTimeoutMs: number;
  /** Connections at once, live sockets included; one more is closed unanswered. */
  mostConnections: number;
  /** How long a client may read nothing of a reply, in ms. */
  stalledMs: number;
};

export const usualConnections: ConnectionLimits = {
  requestTimeoutMs: 30_000,
  mostConnections: 20_000,
  stalledMs: 30_000,
};

const MOST_HEADER_BYTES = 16 * 1024;

/** Fastify's options that concern connections. */
export function connectionOptions({ requestTimeoutMs, stalledMs }: ConnectionLimits) {
  return {
    bodyLimit: 1024 * 1024,
    connectionTimeout: stalledMs,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      // How often both timeouts are checked.
      connectionsCheckingInterval: Math.min(2_000, requestTimeoutMs / 4),
      maxHeaderSize: MOST_HEADER_BYTES,
      shouldUpgradeCallback: mayUpgrade,
    },
    clientErrorHandler: answerUnreadable,
  } satisfies FastifyHttpOptions<Server>;
}

/** The connections that are open at any time. */
export function connectionsOf(http: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  http.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Closes connections whose client does not read the reply. A client that waits for a reply is not cut. */
export function dropUnread(http: Server, stalledMs: number): void {
  http.on('request', (_request, response) => {
    // Without a listener, Node closes every idle connection, even while its answer is being made.
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
      else socket.setTimeout(stalledMs);
    });
  });
}

/**
 * Closes the connections that a network opens beyond `most`, unanswered. Trusted reverse proxies are exempt: all
 * clients come through them, so the proxy has to count.
 */
export function limitConnections(http: Server, most: number, isProxy: IsProxy): void {
  const open = new Map<string, number>();
  http.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= most) return void socket.destroy();
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** A request that cannot be parsed as HTTP gets the usual error body too, and its connection is closed. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  closeWith(socket, unreadable(error.code));
}

function unreadable(code: string | undefined): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuse(408, 'TOO_SLOW', 'This request took too long to arrive.');
    case 'HPE_HEADER_OVERFLOW':
      return refuse(431, 'HEADERS_TOO_LARGE', 'The headers of this request are too large.');
    default:
      return refuse(400, 'MALFORMED_REQUEST', 'This request could not be read.');
  }
}
