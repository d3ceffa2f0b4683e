import type { Socket } from 'node:net';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { logOptions } from '../core/logging.ts';
import { requestIdOf } from '../core/request-context.ts';
import type { Limits } from '../limits/limits.ts';
import { ownCounters } from '../limits/own-counters.ts';
import { logAccess, type Answered } from './access-log.ts';
import { trustedProxies } from './caller-address.ts';
import {
  connectionOptions,
  connectionsOf,
  dropUnread,
  limitConnections,
  type ConnectionLimits,
} from './connections.ts';
import { answerError, answerErrors } from './errors.ts';
import { limitLargeBodies } from './large-bodies.ts';
import { limitPreflights, limitRequests } from './limit-requests.ts';
import { paceNewConnections } from './new-connections.ts';
import { paceStreams } from './paced-streams.ts';
import { headersOfCalls, sendSecurityHeaders } from './security-headers.ts';
import { endOtherUpgrades } from './upgrades.ts';
import { tellUntrustedProxy } from './untrusted-proxy.ts';

/** How long a stop waits for requests in flight; longer than the card provider may take to answer. */
const CUT_AFTER_MS = 8_000;
/** How long it waits for the other ends of live sockets to agree that these close; a till that lost its line never does. */
const SOCKETS_CUT_AFTER_MS = 2_000;

/**
 * In place of Fastify's compilers of JSON schemas, which take some 70 ms of a start: no route has one, since the contract
 * says what may come and go.
 */
const noSchemas = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

function refuseSchema(): never {
  throw new Error('A route is checked by its place in the contract, not by a JSON schema');
}

export type OpenServerOptions = {
  logLevel: string;
  trustProxy: string[];
  limits: Limits;
  connections: ConnectionLimits;
  /** Origins whose pages may call, besides the server's own. */
  origins: string[];
  clock: Clock;
  /** Called after each answered request. */
  onAnswered: (answered: Answered) => void;
};

/** Creates a server with everything that holds for all routes: logs, errors, headers, and limits on connections. */
export async function openServer(options: OpenServerOptions) {
  const { trustProxy, limits, connections, clock } = options;
  const isProxy = trustedProxies(trustProxy);
  const server = Fastify({
    schemaController: noSchemas,
    logger: logOptions(options.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    ...connectionOptions(connections),
    genReqId: requestIdOf,
    // The request's id is added to every line that a request causes, not only to those of its own logger.
    childLoggerFactory: (logger) => logger,
    // Not the names of the proxies: Fastify would parse every address anew each time that it is asked for.
    trustProxy: trustProxy.length > 0 && isProxy,
    forceCloseConnections: 'idle',
    // A request that arrives while the server stops is still answered, as the last of its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers(headersOfCalls)),
  });
  server.server.maxConnections = connections.mostConnections;
  paceNewConnections(server.server);
  const open = connectionsOf(server.server);
  dropUnread(server.server, connections.stalledMs);
  const upgraded = endOtherUpgrades(server.server, connections.stalledMs);
  // Before any other hook does its part for a stream that has to wait.
  paceStreams(server);
  limitConnections(server.server, limits['connections-network'].most, isProxy);
  logAccess(server, options.onAnswered);
  tellUntrustedProxy(server, isProxy);
  readEmptyBodies(server);
  answerErrors(server);
  const rates = ownCounters(limits, clock);
  limitPreflights(server, rates);
  await sendSecurityHeaders(server, options.origins);
  limitRequests(server, rates);
  limitLargeBodies(server, limits);
  return { server, isProxy, rates, close: () => closeServer(server, open, upgraded) };
}

/** Finishes the requests in flight, and cuts those that take too long. */
async function closeServer(
  server: FastifyInstance,
  open: ReadonlySet<Socket>,
  upgraded: ReadonlySet<Socket>,
): Promise<void> {
  const sweeping = setInterval(() => {
    // Keep-alive connections would otherwise hold the server open after their reply.
    server.server.closeIdleConnections();
    // And so would those on which nothing was asked yet, of which browsers open some ahead.
    for (const connection of open) if (connection.bytesRead === 0) connection.destroy();
  }, 50);
  const cut = (connections: ReadonlySet<Socket>) => {
    for (const connection of connections) connection.destroy();
  };
  const cutting = [setTimeout(cut, SOCKETS_CUT_AFTER_MS, upgraded), setTimeout(cut, CUT_AFTER_MS, open)];
  await server.close();
  clearInterval(sweeping);
  cutting.forEach(clearTimeout);
}

/** Many clients send the JSON content type without a body; such a request has no body. */
function readEmptyBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  );
}
