import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { flatLines } from '../core/logging.ts';
import { requestContext } from '../core/request-context.ts';
import { isEventStream } from './event-stream.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The calling account, once known. */
    accountId: string | null;
  }
  interface FastifyReply {
    /** The error code, if the request was refused. */
    refusal: string | null;
  }
}

/** A request and how it was answered. */
export type Answered = {
  method: string;
  /** The route's template, never the address, which contains ids. */
  route: string;
  status: number;
  ms: number;
  refusal: string | null;
};

const quietRoutes = new Set(['/health', '/ready']);

/** Gives every request and its log lines one id, and calls `onAnswered` after each answer. */
export function logAccess(server: FastifyInstance, onAnswered: (answered: Answered) => void): void {
  const log = server.log.child({}, flatLines);
  server.decorateRequest('accountId', null);
  server.decorateReply('refusal', null);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    requestContext.run({ requestId: request.id }, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    tell(request, reply);
    done();
  });

  function tell(request: FastifyRequest, reply: FastifyReply): void {
    const answered: Answered = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      refusal: reply.refusal,
    };
    // A stream's time is how long its reader stayed.
    if (!isEventStream(reply)) onAnswered(answered);
    const level = quietRoutes.has(answered.route) ? 'debug' : 'info';
    log[level]({ ...answered, accountId: request.accountId }, 'request');
  }
}
