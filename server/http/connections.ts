import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions } from 'fastify';
import { refuse, type Refusal } from './refusal.ts';
import { networkOf } from '../limits/network.ts';
import type { IsProxy } from './caller-address.ts';
import { headersWithoutRoute } from './security-headers.ts';

/** What one client can take of the server before it is cut. */
export type ConnectionLimits = {
  /** For a request to arrive whole, headers and body, in ms. */
  requestTimeoutMs: number;
  /** At once, live sockets among them; one more is closed unanswered. */
  mostConnections: number;
  /** How long a reply may wait to be read, with nothing of it taken, in ms. */
  stalledMs: number;
};

export const usualConnections: ConnectionLimits = {
  requestTimeoutMs: 30_000,
  mostConnections: 20_000,
  stalledMs: 30_000,
};

const MOST_HEADER_BYTES = 16 * 1024;

/** The part of Fastify's options that is about connections. */
export function connectionOptions({ requestTimeoutMs, stalledMs }: ConnectionLimits) {
  return {
    bodyLimit: 1024 * 1024,
    connectionTimeout: stalledMs,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      // How often it is looked whether either is over.
      connectionsCheckingInterval: Math.min(2_000, requestTimeoutMs / 4),
      maxHeaderSize: MOST_HEADER_BYTES,
    },
    clientErrorHandler: answerUnreadable,
  } satisfies FastifyHttpOptions<Server>;
}

/** Closes connections whose client does not read the reply; one that waits for ours may wait. */
export function dropUnread(http: Server, stalledMs: number): void {
  http.on('request', (_request, response) => {
    // Without this every connection on which nothing moved is closed, also while the answer is being made.
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
      else socket.setTimeout(stalledMs);
    });
  });
}

/**
 * Closes what a network opens beyond `most` connections, unanswered. Not counted are those of trusted reverse proxies,
 * behind which everybody is: there the proxy has to count.
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

/** What cannot be read as HTTP at all gets D6's envelope too, and its connection is closed. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, reason, refusal } = unreadable(error.code);
  const body = JSON.stringify(refusal.body());
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${status} ${reason}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        ...Object.entries(headersWithoutRoute).map(([name, value]) => `${name}: ${value}`),
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  socket.destroySoon();
}

function unreadable(code: string | undefined): { status: number; reason: string; refusal: Refusal } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        reason: 'Request Timeout',
        refusal: refuse(408, 'TOO_SLOW', 'This request took too long to arrive.'),
      };
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        reason: 'Request Header Fields Too Large',
        refusal: refuse(431, 'HEADERS_TOO_LARGE', 'The headers of this request are too large.'),
      };
    default:
      return {
        status: 400,
        reason: 'Bad Request',
        refusal: refuse(400, 'MALFORMED_REQUEST', 'This request could not be read.'),
      };
  }
}
