import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { ChoreReports } from '../../core/reported-chore.ts';
import type { Database } from '../../database/database.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import type { CardBooks } from '../../payments/card-books.ts';
import type { StripeConnect } from '../../payments/stripe-connect.ts';
import { connectHandlers } from './connect-handlers.ts';
import { serveConnect } from './connect-route.ts';
import { balanceStore } from './balance-store.ts';
import { booksChore } from './books-chore.ts';
import { connectStates } from './connect-states.ts';
import { payoutsHandlers } from './payouts-handlers.ts';
import { payoutsRepository } from './payouts-repository.ts';

export type PayoutsFeatureOptions = ChoreReports & {
  database: Database;
  clock: Clock;
  secret: string;
  /** Null where accounts cannot be connected. */
  connect: StripeConnect | null;
  /** Null where the provider keeps no books of sellers' accounts. */
  books: CardBooks | null;
  /** Brings an order's money up to what the provider says of it. */
  catchUp(orderId: string): Promise<void>;
  live: Pick<LiveFeed, 'booksRead'>;
  /** How often it is looked whether books are to be read, in ms. */
  everyMs?: number | undefined;
};

/** Sellers' own accounts at the card provider: their connection, and what the provider books on them. */
export function payoutsFeature(options: PayoutsFeatureOptions) {
  const { database, clock, log, secret, connect } = options;
  const store = balanceStore(database, clock);
  const states = connectStates(database, secret, clock);
  return {
    handlers: {
      ...connectHandlers({ database, connect, states, clock, log }),
      ...payoutsHandlers(payoutsRepository(database), store),
    },
    chore: booksChore({ ...options, store }),
    /** The values for a seller's link to Stripe; null where accounts cannot be connected. */
    connectLink: (accountId: string) =>
      connect && { stripeClientId: connect.clientId, stripeConnectState: states.issue(accountId) },
    /** Serves the address to which Stripe sends sellers back. */
    serve: (server: FastifyInstance) => serveConnect(server, { connect, states }),
  };
}
