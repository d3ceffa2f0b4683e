import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from '../limits/limits.ts';
import { networkOf } from '../limits/network.ts';
import { fairTurns } from '../limits/turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads the body itself, piece by piece. */
    readsBodyItself?: boolean;
  }
}

const LARGE_BODY_BYTES = 64 * 1024;

/** Whether the body is large, or may be: one that is sent in chunks does not say. */
export function hasLargeBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding !== undefined || Number(length) >= LARGE_BODY_BYTES;
}

/**
 * Holds few large bodies in memory at once, from their first byte until they are answered; the others wait unread, in
 * the network's buffers. Networks take turns. A body that waits longer than a request may take to arrive is refused.
 */
export function limitLargeBodies(
  server: FastifyInstance,
  limits: Pick<Limits, 'bodies' | 'bodies-network'>,
): void {
  const turns = fairTurns({
    atOnce: limits.bodies.most,
    atOnceEach: limits['bodies-network'].most,
    mostWaiting: Number.POSITIVE_INFINITY,
    mostWaitingEach: Number.POSITIVE_INFINITY,
  });
  server.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasLargeBody(request) || request.routeOptions.config.readsBodyItself) return done(null, payload);
    return void turns.run(
      networkOf(request.ip),
      () =>
        new Promise<void>((answered) => {
          // Who waited may have gone.
          if (request.raw.destroyed) return answered();
          reply.raw.once('finish', answered).once('close', answered);
          return done(null, payload);
        }),
    );
  });
}
