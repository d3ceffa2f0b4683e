import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import type { Clock } from './core/clock.ts';
import type { Database } from './database/database.ts';
import type { ConnectionLimits } from './http/connections.ts';
import type { Metrics } from './http/metrics.ts';
import type { LiveSockets } from './live/live-sockets.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import type { StripeParts } from './payments/stripe.ts';

/** What the server is composed with. */
export type AppOptions = {
  config: Pick<
    Config,
    | 'tokenSecret'
    | 'dataDir'
    | 's3'
    | 'orderExpiryMs'
    | 'leadsKeptMs'
    | 'corsOrigins'
    | 'trustProxy'
    | 'limits'
    | 'logLevel'
    | 'redisUrl'
    | 'senders'
  >;
  database: Database;
  clock: Clock;
  /** Null: no orders are taken. */
  payments: PaymentProvider | null;
  /** Stripe's events and sellers' connected accounts, where Stripe is the provider. */
  stripe?: Pick<StripeParts, 'events' | 'connect' | 'books' | 'publishableKey'> | null;
  /** The folder with the web build. */
  webFolder?: string;
  /** Throws on a reply that breaks the contract; for tests. */
  strictReplies?: boolean;
  /** Counts requests, sockets and runs of chores; null counts nothing. */
  metrics?: Metrics | null;
  /** How often due work on orders is polled, in ms. */
  choresEveryMs?: number;
  /** How often sign-ins that have sockets are checked for their end, in ms; for tests. */
  accessLookEveryMs?: number;
  /** What one client may use of the server's connections; for tests. */
  connections?: ConnectionLimits;
  /** How long the card provider may take to answer, in ms. */
  paymentTimeoutMs?: number;
  /** How long a till's claim to print a sheet lasts, in ms; for tests. */
  printClaimLeaseMs?: number;
};

export type App = {
  server: FastifyInstance;
  live: LiveSockets;
  /** Runs every chore once: due work on orders, unused images, old claims, unattended orders and outlets. */
  doChores(): Promise<void>;
  /** Finishes the requests in flight; the database stays open. */
  close(): Promise<void>;
};
