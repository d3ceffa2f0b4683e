import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';
import { isDatabaseError } from '../database/database.ts';
import { refuse, type Refusal } from './refusal.ts';
import { sendRefusal } from './send-refusal.ts';

/** Gives every failure the usual error body; internal details go to the log alone. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
  return sendRefusal(reply, refusal);
}

/**
 * The database cannot be reached, is starting or stopping, has no room, or is read-only: try again later. These are
 * classes of SQLSTATEs, and one single state.
 */
const unavailable = /^(08|53|57P|58)|^25006$/;

/** SQLSTATEs for text that PostgreSQL cannot store: a NUL, or half of a surrogate pair. */
const unstorable = ['22021', '22P05'];

function refusalOf(error: FastifyError): Refusal {
  if (unstorable.some((code) => isDatabaseError(error, code)))
    return refuse(400, 'INVALID_TEXT', 'Some of what was sent holds characters that cannot be kept.');
  if (typeof error.code === 'string' && (unavailable.test(error.code) || error.code === 'ECONNREFUSED'))
    return refuse(503, 'UNAVAILABLE', 'The service cannot be reached just now. Please try again.', {
      retryAfter: 5,
    });
  switch (error.statusCode) {
    case 413:
      return refuse(413, 'TOO_LARGE', 'This is more than can be sent at once.');
    case 415:
      return refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.');
    case 503:
      return refuse(503, 'UNAVAILABLE', GENERIC_MESSAGE, { retryAfter: 5 });
    default:
      return error.statusCode !== undefined && error.statusCode < 500
        ? refuse(400, 'MALFORMED_REQUEST', 'This request could not be read.')
        : refuse(500, 'INTERNAL_ERROR', GENERIC_MESSAGE);
  }
}
