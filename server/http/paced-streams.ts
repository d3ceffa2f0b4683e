import type { FastifyInstance } from 'fastify';
import { networkOf } from '../limits/network.ts';
import { pacedStarts } from '../limits/paced-starts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers with a stream of events. */
    events?: boolean;
  }
}

/** Paces event streams of which thousands begin at once, on connections that may have been open before. */
export function paceStreams(server: FastifyInstance): void {
  const inTurn = pacedStarts();
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.routeOptions.config.events) return done();
    inTurn(networkOf(request.ip), done);
  });
}
