import type { ConnectResult } from '#shared/base/connect-results.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { StripeConnect } from '../../payments/stripe-connect.ts';
import type { ConnectStates } from './connect-states.ts';

export type ConnectOptions = { connect: StripeConnect | null; states: ConnectStates };

/** What Stripe adds to a seller's way back; anything else is ignored. */
const returned = z.object({
  state: z.string().max(512),
  code: z.string().min(1).max(512).optional(),
  error: z.string().max(200).optional(),
});

/**
 * The address to which Stripe sends sellers back. It is outside the contract, because a browser comes here without a
 * session. It connects nothing: it passes the code on to the payouts page behind `#`, which neither logs nor other
 * sites see, and that page finishes with a signed-in call. Stripe's own message is not passed on: a link must not
 * write on a page.
 */
export function serveConnect(server: FastifyInstance, { connect, states }: ConnectOptions): void {
  server.get('/api/stripe/get-token', (request, reply) => {
    const way = onwards(request.query);
    if (typeof way !== 'string') return reply.redirect(`/payouts?stripe=returned#${way.toString()}`, 303);
    request.log.warn({ event: 'connect-refused', result: way });
    return reply.redirect(`/payouts?stripe=${way}`, 303);
  });

  function onwards(query: unknown): ConnectResult | URLSearchParams {
    const parsed = returned.safeParse(query);
    if (!connect || !parsed.success) return 'failed';
    const { state, code, error } = parsed.data;
    if (states.accountOf(state) === null) return 'stale';
    if (error === 'access_denied') return 'denied';
    return code === undefined ? 'failed' : new URLSearchParams({ code, state });
  }
}
