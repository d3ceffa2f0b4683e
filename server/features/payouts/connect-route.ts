import type { ConnectResult } from '#shared/connect-results.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { inTime } from '../../payments/in-time.ts';
import type { StripeConnect } from '../../payments/stripe-connect.ts';
import type { ConnectStates } from './connect-states.ts';

export type ConnectOptions = {
  database: Database;
  connect: StripeConnect | null;
  states: ConnectStates;
  clock: Clock;
};

/** What Stripe sends a seller's browser back with; anything else is of no use. */
const returned = z.object({
  state: z.string().max(512),
  code: z.string().min(1).max(512).optional(),
  error: z.string().max(200).optional(),
});

/**
 * Where Stripe sends a seller back to. Beside the contract: a browser comes here, and is sent on to the payouts page with
 * a word of how it went. Stripe's own words are kept with the account, so that nobody can write on that page by a link.
 */
export function serveConnect(
  server: FastifyInstance,
  { database, connect, states, clock }: ConnectOptions,
): void {
  const { kysely } = database;

  server.get('/api/stripe/get-token', async (request, reply) => {
    const result = await finish(request.query);
    if (result !== 'connected') request.log.warn({ event: 'connect-refused', result });
    return reply.redirect(`/payouts?stripe=${result}`, 303);
  });

  async function finish(query: unknown): Promise<ConnectResult> {
    const parsed = returned.safeParse(query);
    if (!connect || !parsed.success) return 'failed';
    const { state, code, error } = parsed.data;
    // Used up before anything is asked of Stripe: the same address again changes nothing.
    const accountId = await states.use(state);
    if (accountId === null) return 'stale';
    if (error === 'access_denied') return 'denied';
    if (code === undefined) return fail(accountId, 'Stripe sent nothing to connect.');
    const result = await inTime(() => connect.exchange(code));
    if (result.kind !== 'connected') return fail(accountId, result.message);
    await remember(accountId, {
      stripe_connect_id: result.account,
      stripe_connected_at: new Date(Math.floor(clock.now().getTime() / 1000) * 1000),
      stripe_connect_error: null,
    });
    return 'connected';
  }

  async function fail(accountId: string, message: string): Promise<ConnectResult> {
    await remember(accountId, { stripe_connect_error: message.slice(0, 500) });
    return 'failed';
  }

  async function remember(
    accountId: string,
    change: { stripe_connect_id?: string; stripe_connected_at?: Date; stripe_connect_error: string | null },
  ): Promise<void> {
    await kysely.updateTable('accounts').set(change).where('id', '=', accountId).execute();
  }
}
