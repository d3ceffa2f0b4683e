import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LimitName } from '../limits/limits.ts';
import { networkOf } from '../limits/network.ts';
import type { OwnCounters } from '../limits/own-counters.ts';
import { tooManyAttempts, type Refusal } from './refusal.ts';
import { sendRefusal } from './send-refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rate of a route by the network that calls; that of pages where it is left out. */
    limit?: LimitName;
    /** What a network may be refused by this route, before it is refused unread. */
    refusals?: LimitName;
  }
}

/**
 * How long a refusal for asking too often waits, in ms. A program that asks again at once gets as few answers a second
 * as it has requests on their way; answered at once it would take the server's time from everybody.
 */
const REFUSED_AFTER_MS = 1_000;

/** Counts every request by the network it comes from, before its body is read. */
export function limitRequests(server: FastifyInstance, rates: OwnCounters): void {
  server.addHook('onRequest', async (request, reply) => {
    const { limit = 'pages-network', refusals } = request.routeOptions.config;
    const network = networkOf(request.ip);
    const seconds = rates.take(limit, network) ?? (refusals ? rates.look(refusals, network) : null);
    if (seconds !== null) return sendRefusal(reply, await lateRefusal(seconds));
  });
}

/** Refuses for `seconds`, after a while. */
export async function lateRefusal(seconds: number): Promise<Refusal> {
  await wait(REFUSED_AFTER_MS, undefined, { ref: false });
  return tooManyAttempts(seconds);
}

/** Counts a refusal against the network that caused it; of one that causes many it resolves after a while. */
export async function countRefusal(
  request: FastifyRequest,
  rates: OwnCounters,
  limit: LimitName,
): Promise<void> {
  const full = rates.take(limit, networkOf(request.ip)) !== null;
  if (full) await wait(REFUSED_AFTER_MS, undefined, { ref: false });
}
