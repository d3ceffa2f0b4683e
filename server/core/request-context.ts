import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The request that is being answered; every line that is logged meanwhile gets its id. */
export const requestContext = new AsyncLocalStorage<{ requestId: string }>();

/**
 * The caller's own id if it is well-formed, otherwise a new one: an id from outside must not forge log lines.
 */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}
