import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../limits/network.ts';
import { pacedStarts } from '../limits/paced-starts.ts';
import { pacedReads } from './paced-reads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers with a stream of events. */
    events?: boolean;
  }
}

/** Guests' pages ask meanwhile: of thousands that come at once, each may wait for its stream for some seconds. */
const PACE = { rests: 15, longestRestMs: 100 };
/** How often a twentieth of the clients are asked whether they have gone, in ms. */
const LOOK_EVERY_MS = 50;

/**
 * Paces event streams of which thousands begin or break off at once, on connections that may have been open before. That
 * a client has gone is noticed within two seconds, or a little later where thousands have, whether its stream has begun
 * or still waits; then it waits no longer.
 */
export function paceStreams(server: FastifyInstance): void {
  const startInTurn = pacedStarts(PACE);
  const readInTurn = pacedReads(LOOK_EVERY_MS);
  /** Connections whose stream is not over. */
  const streaming = new WeakSet<Socket>();
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.events) return done();
    const { socket } = request.raw;
    // It could be answered only after that stream. A client that waits for its answers asks on another connection.
    if (streaming.has(socket)) return void socket.destroy();
    streaming.add(socket);
    // The connection's next request is read once this one is over. A request that was injected has none.
    const readAgain = socket instanceof Socket ? readInTurn(socket) : () => undefined;
    const leave = startInTurn(networkOf(request.ip), done);
    reply.raw.once('close', () => {
      leave();
      streaming.delete(socket);
      readAgain();
    });
  });
}
