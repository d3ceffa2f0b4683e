import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers with a stream of events. */
    events?: boolean;
  }
}

/** How many event streams begin in one turn of the event loop. */
const AT_ONCE = 10;

/** Lets other requests pass between event streams of which thousands begin at once, as after a cut or in an attack. */
export function paceStreams(server: FastifyInstance): void {
  const waiting: (() => void)[] = [];
  const begin = () => {
    for (const next of waiting.splice(0, AT_ONCE)) next();
    if (waiting.length > 0) setImmediate(begin);
  };
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.routeOptions.config.events) return done();
    if (waiting.push(done) === 1) setImmediate(begin);
  });
}
