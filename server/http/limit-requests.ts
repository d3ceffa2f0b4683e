import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LimitName } from '../limits/limits.ts';
import { networkOf } from '../limits/network.ts';
import type { OwnCounters } from '../limits/own-counters.ts';
import { tooManyAttempts, type Refusal } from './refusal.ts';
import { sendRefusal } from './send-refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of a route per calling network; the limit of pages if left out. */
    limit?: LimitName;
    /** The limit of refusals that this route may give a network; beyond it, requests are refused unread. */
    refusals?: LimitName;
  }
}

/**
 * How long a 429 is delayed, in ms. A program that retries at once gets only as many answers a second as it has
 * requests open; immediate answers would take the server's time from everybody else.
 */
const REFUSED_AFTER_MS = 1_000;

/** Counts every request against its network's limit, before its body is read. */
export function limitRequests(server: FastifyInstance, rates: OwnCounters): void {
  server.addHook('onRequest', async (request, reply) => {
    const { limit = 'pages-network', refusals } = request.routeOptions.config;
    const network = networkOf(request.ip);
    const seconds = rates.take(limit, network) ?? (refusals ? rates.look(refusals, network) : null);
    if (seconds !== null) return sendRefusal(reply, await lateRefusal(seconds));
  });
}

/** A refusal with `retryAfter` in seconds; resolves after a delay. */
export async function lateRefusal(seconds: number): Promise<Refusal> {
  await wait(REFUSED_AFTER_MS, undefined, { ref: false });
  return tooManyAttempts(seconds);
}

/** Counts a refusal against the network that caused it; past its limit this resolves after a delay. */
export async function countRefusal(
  request: FastifyRequest,
  rates: OwnCounters,
  limit: LimitName,
): Promise<void> {
  const full = rates.take(limit, networkOf(request.ip)) !== null;
  if (full) await wait(REFUSED_AFTER_MS, undefined, { ref: false });
}
