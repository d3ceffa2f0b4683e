import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The request that is being answered, for whatever is logged meanwhile (D42). */
export const requestContext = new AsyncLocalStorage<{ requestId: string }>();

/** The caller's own id where it is well-formed, else one of ours: an id from outside must forge nothing in the log. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}
