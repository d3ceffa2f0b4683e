import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LimitName } from '../limits/limits.ts';
import { networkOf } from '../limits/network.ts';
import type { OwnCounters } from '../limits/own-counters.ts';
import { hasLargeBody } from './large-bodies.ts';
import { tooManyAttempts, type Refusal } from './refusal.ts';
import { headersOfCalls } from './security-headers.ts';
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
 * How long a 429 is delayed at least, in ms; at most twice as long. A program that retries at once gets only as many
 * answers a second as it has requests open; immediate answers would take the server's time from everybody else.
 */
const REFUSED_AFTER_MS = 1_000;

/** Counts every request against its network's limit, before its body is read. */
export function limitRequests(server: FastifyInstance, rates: OwnCounters): void {
  server.addHook('onRequest', async (request, reply) => {
    const { limit = 'pages-network', refusals } = request.routeOptions.config;
    const network = networkOf(request.ip);
    const seconds = rates.take(limit, network) ?? (refusals ? rates.look(refusals, network) : null);
    if (seconds === null) return;
    // On a connection that stays open, the rest of the body would have to be read.
    if (hasLargeBody(request)) reply.header('connection', 'close');
    return sendRefusal(reply, await lateRefusal(seconds));
  });
}

/** Counts what browsers ask before a page's call: it is answered before a route is looked for. */
export function limitPreflights(server: FastifyInstance, rates: OwnCounters): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return;
    const seconds = rates.take('calls-network', networkOf(request.ip));
    if (seconds !== null) return sendRefusal(reply.headers(headersOfCalls), await lateRefusal(seconds));
  });
}

/** A random delay, so that requests refused together do not return together. */
const late = () => wait(REFUSED_AFTER_MS * (1 + Math.random()), undefined, { ref: false });

/** A refusal with `retryAfter` in seconds; resolves after a delay. */
export async function lateRefusal(seconds: number): Promise<Refusal> {
  await late();
  return tooManyAttempts(seconds);
}

/** Counts a refusal against the network that caused it; past its limit this resolves after a delay. */
export async function countRefusal(
  request: FastifyRequest,
  rates: OwnCounters,
  limit: LimitName,
): Promise<void> {
  const full = rates.take(limit, networkOf(request.ip)) !== null;
  if (full) await late();
}
