import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { logOptions } from '../core/logging.ts';
import { requestIdOf } from '../core/request-context.ts';
import type { Limits } from '../limits/limits.ts';
import { ownCounters } from '../limits/own-counters.ts';
import { logAccess, type Answered } from './access-log.ts';
import { trustedProxies } from './caller-address.ts';
import { connectionOptions, dropUnread, limitConnections, type ConnectionLimits } from './connections.ts';
import { answerError, answerErrors } from './errors.ts';
import { limitRequests } from './limit-requests.ts';
import { headersWithoutRoute, sendSecurityHeaders } from './security-headers.ts';

/** How long a stop waits for requests in flight; longer than the card provider may be silent. */
const CUT_AFTER_MS = 8_000;

export type OpenServerOptions = {
  logLevel: string;
  trustProxy: string[];
  limits: Limits;
  connections: ConnectionLimits;
  /** Pages of these origins may call, beside the server's own. */
  origins: string[];
  clock: Clock;
  /** Told of each request. */
  onAnswered: (answered: Answered) => void;
};

/** A server with all that holds for every route: logs, errors, headers, and what a client can take of it. */
export async function openServer(options: OpenServerOptions) {
  const { trustProxy, limits, connections, clock } = options;
  const server = Fastify({
    logger: logOptions(options.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    ...connectionOptions(connections),
    genReqId: requestIdOf,
    // The id is in every line that a request causes, not only in those of its own logger.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    forceCloseConnections: 'idle',
    // A request that is on its way while the server stops is still answered, as the last of its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers(headersWithoutRoute)),
  });
  server.server.maxConnections = connections.mostConnections;
  dropUnread(server.server, connections.stalledMs);
  const isProxy = trustedProxies(trustProxy);
  limitConnections(server.server, limits['connections-network'].most, isProxy);
  logAccess(server, options.onAnswered);
  readEmptyBodies(server);
  answerErrors(server);
  await sendSecurityHeaders(server, options.origins);
  const rates = ownCounters(limits, clock);
  limitRequests(server, rates);
  return { server, isProxy, rates };
}

/** Finishes what is in flight, and cuts what takes too long. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  // A reply on a connection that is kept open would otherwise keep the server open with it.
  const sweeping = setInterval(() => server.server.closeIdleConnections(), 50);
  const cutting = setTimeout(() => server.server.closeAllConnections(), CUT_AFTER_MS);
  await server.close();
  clearInterval(sweeping);
  clearTimeout(cutting);
}

/** A JSON request without a body has none; many clients name the type all the same. */
function readEmptyBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  );
}
