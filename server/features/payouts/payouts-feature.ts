import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { StripeConnect } from '../../payments/stripe-connect.ts';
import { connectHandlers } from './connect-handlers.ts';
import { serveConnect } from './connect-route.ts';
import { connectStates } from './connect-states.ts';

export type PayoutsFeatureOptions = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  secret: string;
  /** Null where accounts cannot be connected. */
  connect: StripeConnect | null;
};

/** Sellers' own accounts at the card provider. */
export function payoutsFeature({ database, clock, log, secret, connect }: PayoutsFeatureOptions) {
  const states = connectStates(database, secret, clock);
  return {
    handlers: connectHandlers({ database, connect, states, clock, log }),
    /** The values for a seller's link to Stripe; null where accounts cannot be connected. */
    connectLink: (accountId: string) =>
      connect && { stripeClientId: connect.clientId, stripeConnectState: states.issue(accountId) },
    /** Serves the address to which Stripe sends sellers back. */
    serve: (server: FastifyInstance) => serveConnect(server, { connect, states }),
  };
}
