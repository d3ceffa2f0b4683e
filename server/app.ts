import path from 'node:path';
import { PRINT_CLAIM_LEASE_MS } from '#shared/api/print-claims.ts';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { serveApiDocs } from './api-docs/routes.ts';
import { auditHead } from './audit/audit-chain.ts';
import type { Clock } from './core/clock.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import { accessTokens } from './features/accounts/access-tokens.ts';
import { access } from './features/accounts/access.ts';
import { accessWatch } from './features/accounts/access-watch.ts';
import { forgetExpired } from './features/accounts/forget-expired.ts';
import { signInsHandlers } from './features/accounts/sign-ins-handlers.ts';
import { accountsHandlers } from './features/accounts/accounts-handlers.ts';
import { attendance } from './features/attendance/attendance.ts';
import { attendanceHandlers } from './features/attendance/attendance-handlers.ts';
import { ALERTED_WITHIN_MS, attendanceRepository } from './features/attendance/attendance-repository.ts';
import { orderSightings } from './features/attendance/order-sightings.ts';
import { screensRepository } from './features/attendance/screens-repository.ts';
import { serveCardEvents } from './features/card-events/card-events-route.ts';
import { sellersReview } from './features/accounts/sellers-review.ts';
import { adminHandlers } from './features/admin/admin-handlers.ts';
import { auditLogRepository } from './features/admin/audit-log-repository.ts';
import { catalogsHandlers } from './features/catalogs/catalogs-handlers.ts';
import { catalogsRepository } from './features/catalogs/catalogs-repository.ts';
import { soldOutRepository } from './features/catalogs/sold-out-repository.ts';
import { leadsHandlers } from './features/leads/leads-handlers.ts';
import { leadsRepository } from './features/leads/leads-repository.ts';
import { customersHandlers } from './features/orders/customers-handlers.ts';
import { menuCache } from './features/orders/menu-cache.ts';
import { orderChores } from './features/orders/order-chores.ts';
import { orderCommits } from './features/orders/order-commits.ts';
import { orderHolds } from './features/orders/order-holds.ts';
import { orderReads } from './features/orders/order-reads.ts';
import { orderLimits } from './features/orders/order-limits.ts';
import { ordersHandlers } from './features/orders/orders-handlers.ts';
import { ordersRepository } from './features/orders/orders-repository.ts';
import { paymentSteps } from './features/orders/payment-steps.ts';
import { placeOrders, trackingTokens } from './features/orders/place-order.ts';
import { refundsOf } from './features/orders/refunds.ts';
import { refundsRepository } from './features/orders/refunds-repository.ts';
import { repeatedChore } from './core/repeated-chore.ts';
import { transitions } from './features/orders/transition.ts';
import { brandImageHandlers } from './features/outlets/brand-image-handlers.ts';
import { outletsHandlers } from './features/outlets/outlets-handlers.ts';
import { outletsRepository } from './features/outlets/outlets-repository.ts';
import { printClaims } from './features/print-claims/print-claims.ts';
import { printClaimsRepository } from './features/print-claims/print-claims-repository.ts';
import { connectHandlers } from './features/payouts/connect-handlers.ts';
import { serveConnect } from './features/payouts/connect-route.ts';
import { connectStates } from './features/payouts/connect-states.ts';
import { outletsReview } from './features/outlets/outlets-review.ts';
import { tradingSessionsHandlers } from './features/trading-sessions/trading-sessions-handlers.ts';
import { tradingSessionsRepository } from './features/trading-sessions/trading-sessions-repository.ts';
import { logAccess } from './http/access-log.ts';
import { callerAddress, trustedProxies } from './http/caller-address.ts';
import {
  connectionOptions,
  dropUnread,
  limitConnections,
  usualConnections,
  type ConnectionLimits,
} from './http/connections.ts';
import { answerError, answerErrors } from './http/errors.ts';
import { serveHealth } from './http/health.ts';
import { limitRequests } from './http/limit-requests.ts';
import { requestIdOf } from './core/request-context.ts';
import { headersWithoutRoute, sendSecurityHeaders } from './http/security-headers.ts';
import { serveContract } from './http/serve.ts';
import { openImages } from './images/open-images.ts';
import { counters } from './limits/counters.ts';
import { hashedSubject } from './limits/hashed-subject.ts';
import { networkOf } from './limits/network.ts';
import { ownCounters } from './limits/own-counters.ts';
import { fairTurns } from './limits/turns.ts';
import { feedSeqsOf } from './live/feed-seqs.ts';
import { liveSockets, type LiveSockets } from './live/live-sockets.ts';
import { unknownSockets } from './live/unknown-sockets.ts';
import { logOptions } from './core/logging.ts';
import type { Metrics } from './http/metrics.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import type { StripeParts } from './payments/stripe.ts';
import { openRedis } from './core/redis.ts';
import { serveWebFiles } from './web-files/web-files.ts';

/** The till's pages come from here; a custom scheme makes the API cross-origin for them (hazards E27). */
const TILL_ORIGIN = 'app://till';

/** How long a stop waits for requests in flight; longer than the card provider may be silent. */
const CUT_AFTER_MS = 8_000;
const SWEEP_IMAGES_EVERY_MS = 60 * 60_000;
const NOTE_AUDIT_EVERY_MS = 60_000;

export type AppOptions = {
  config: Pick<
    Config,
    | 'tokenSecret'
    | 'dataDir'
    | 's3'
    | 'orderExpiryMs'
    | 'corsOrigins'
    | 'trustProxy'
    | 'limits'
    | 'logLevel'
    | 'redisUrl'
  >;
  database: Database;
  clock: Clock;
  /** Null refuses orders (D22). */
  payments: PaymentProvider | null;
  /** What Stripe sends us, and sellers' accounts with it; where it is the provider. */
  stripe?: Pick<StripeParts, 'events' | 'connect'> | null;
  /** Where the web build is. */
  webFolder?: string;
  /** Fails on a reply that breaks the contract (D11); for tests. */
  strictReplies?: boolean;
  /** Where requests, sockets and chores are counted, if anywhere. */
  metrics?: Metrics | null;
  /** How often due work on orders is looked for, in ms. */
  choresEveryMs?: number;
  /** How often it is looked whether a socket's sign-in has ended, in ms; for tests. */
  accessLookEveryMs?: number;
  /** What a client can take of the server; for tests. */
  connections?: ConnectionLimits;
  /** How long the card provider may be silent, in ms. */
  paymentTimeoutMs?: number;
  /** How long a till has a claim to print, in ms; for tests. */
  printClaimLeaseMs?: number;
};

export type App = {
  server: FastifyInstance;
  live: LiveSockets;
  /** Looks for due work on orders, for images that nobody uses, old claims, and what is unattended, now. */
  doChores(): Promise<void>;
  /** Finishes what is in flight; the database stays open. */
  close(): Promise<void>;
};

/** Puts the server together: every feature, on one database and one port. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, clock, payments, metrics, connections = usualConnections } = options;
  const server = Fastify({
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    ...connectionOptions(connections),
    genReqId: requestIdOf,
    // The id is in every line that a request causes, not only in those of its own logger.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    forceCloseConnections: 'idle',
    // A request that is on its way while the server stops is still answered, as the last of its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers(headersWithoutRoute)),
  });
  server.server.maxConnections = connections.mostConnections;
  dropUnread(server.server, connections.stalledMs);
  const isProxy = trustedProxies(config.trustProxy);
  limitConnections(server.server, config.limits['connections-network'].most, isProxy);
  const { log } = server;
  const secret = config.tokenSecret;
  const { orderExpiryMs } = config;
  const redis = config.redisUrl === null ? null : openRedis(config.redisUrl, log);

  logAccess(server, (answered) => metrics?.answered(answered));
  readEmptyBodies(server);
  answerErrors(server);
  const origins = [TILL_ORIGIN, ...config.corsOrigins];
  await sendSecurityHeaders(server, origins);
  const rates = ownCounters(config.limits, clock);
  limitRequests(server, rates);

  const tokens = accessTokens(secret, () => clock.now());
  const { authenticate, ended } = access(database, tokens);
  const live = liveSockets({
    http: server.server,
    allowedOrigins: origins,
    unknown: unknownSockets(config.limits['unknown-sockets-network'].most, (request) =>
      networkOf(callerAddress(request, isProxy)),
    ),
    clock,
    log,
    redis,
    async authenticate(token) {
      const caller = await authenticate(token);
      const claims = tokens.verify(token);
      if (!caller || !claims) return null;
      return { ...caller, expiresAt: claims.expiresAt };
    },
    ...feedSeqsOf(database),
    orderSeen: (outletId, report) => sightings.report({ outletId, ...report }),
    outletWatched: (outletId, heardAt) => attending.listened(outletId, heardAt),
    screenChanged: (screen) => attending.screenChanged(screen),
    screenLeft: (screen, at) => attending.screenLeft(screen, at),
  });

  metrics?.readSockets(live.count);
  let leaving = false;

  const orders = ordersRepository(database);
  const outlets = outletsRepository(database);
  const soldOut = soldOutRepository(database);
  const sessions = tradingSessionsRepository(database, orders.openOfSession, soldOut);
  const images = await openImages(server, config, clock);
  const menus = menuCache(database);
  const commits = orderCommits(database);
  const { commit } = commits;
  const moves = transitions({ orders, commit, live, clock, orderExpiryMs });
  const { apply } = moves;
  const timeoutMs = options.paymentTimeoutMs;
  const { limits } = config;
  const counted = counters({ database, clock, redis, limits, secret });
  const hashedNetwork = (network: string) => hashedSubject(secret, network);
  const placing = orderLimits(database, counted, limits);
  const holds = orderHolds({
    orders,
    commits,
    limits: placing,
    payments,
    live,
    clock,
    log,
    orderExpiryMs,
    timeoutMs,
  });
  const everyMs = options.choresEveryMs ?? Math.min(5_000, orderExpiryMs);
  const onRun: Metrics['choreRan'] = (chore, outcome) => metrics?.choreRan(chore, outcome);
  const refundsKept = refundsRepository(database);
  const refunds = refundsOf({
    repository: refundsKept,
    orders,
    commit,
    live,
    payments,
    clock,
    log,
    timeoutMs,
  });
  const steps = paymentSteps({ orders, transitions: moves, payments, holds, refunds, clock, log, timeoutMs });
  const chores = orderChores({ orders, apply, payments: steps, refunds, clock, log, everyMs, onRun });

  const connect = options.stripe?.connect ?? null;
  const states = connectStates(database, secret, clock);
  const attendants = attendanceRepository(database);
  const attending = attendance({
    repository: attendants,
    screens: screensRepository(database),
    live,
    clock,
    log,
    everyMs: options.choresEveryMs,
    onRun,
  });
  const sightings = orderSightings({
    database,
    clock,
    onChange(outletId, timeline, came) {
      live.timelineChanged(outletId, timeline);
      if (clock.now().getTime() - came.getTime() >= ALERTED_WITHIN_MS) attending.lookSoon();
    },
  });

  const claims = printClaims({
    repository: printClaimsRepository(database, options.printClaimLeaseMs ?? PRINT_CLAIM_LEASE_MS),
    clock,
    log,
    onRun,
  });

  const imageChore = repeatedChore(
    async () => {
      await images.brandImages.sweep(outlets.imagesInUse);
      return false;
    },
    SWEEP_IMAGES_EVERY_MS,
    (error) => log.error({ err: error }, 'old images could not be removed; it is tried again'),
  );

  let noted: string | null = null;
  // Kept where the log lines are, it tells of an audit log that was rewritten from its end.
  const auditChore = repeatedChore(
    async () => {
      const head = await auditHead(database.kysely);
      if (head && head.hash !== noted) log.info({ event: 'audit-head', ...head });
      noted = head?.hash ?? null;
      return false;
    },
    NOTE_AUDIT_EVERY_MS,
    (error) => log.error({ err: error }, 'the audit log could not be read; it is tried again'),
  );

  const forgetting = forgetExpired(database, clock, log, onRun);
  const hashing = fairTurns({
    atOnce: limits.hashes.most,
    atOnceEach: limits.hashes.most,
    mostWaiting: limits['hashes-waiting'].most,
    mostWaitingEach: limits['hashes-waiting-network'].most,
  });
  const watch = accessWatch({
    database,
    ended,
    live,
    onEnded(signIns) {
      const families = signIns.map(({ family }) => family);
      for (const family of families) live.endFamily(family);
      attending.signInsEnded({ families });
    },
    log,
    everyMs: options.accessLookEveryMs ?? options.choresEveryMs,
  });

  serveContract(
    server,
    {
      ...accountsHandlers({
        database,
        clock,
        tokens,
        secret,
        log,
        counters: counted,
        hashing,
        hashedNetwork,
        connectLink: (accountId) =>
          connect && { stripeClientId: connect.clientId, stripeConnectState: states.issue(accountId) },
        cardsNeedNoAccount: payments !== null && payments.decides !== 'remotely',
        onFamilyEnded(family) {
          live.endFamily(family);
          attending.signInsEnded({ families: [family] });
        },
      }),
      ...signInsHandlers({
        database,
        counters: counted,
        hashing,
        hashedNetwork,
        clock,
        log,
        onEnded: () => void watch.look(),
      }),
      ...outletsHandlers(outlets, clock),
      ...attendanceHandlers(attendants, clock),
      ...claims.handlers,
      ...catalogsHandlers({ catalogs: catalogsRepository(database), soldOut, clock }),
      ...adminHandlers({
        sellers: sellersReview(database),
        outlets: outletsReview(database),
        auditLog: auditLogRepository(database),
        live: {
          ...live,
          endSeller(sellerId) {
            live.endSeller(sellerId);
            attending.signInsEnded({ sellers: [sellerId] });
          },
        },
        clock,
        log,
      }),
      ...leadsHandlers({
        leads: leadsRepository(database),
        counters: counted,
        clock,
      }),
      ...tradingSessionsHandlers({ sessions, outlets, orders, refunds: refundsKept, live, clock }),
      ...connectHandlers({ database, connect, states, clock, log }),
      ...brandImageHandlers(outlets, images.brandImages, images.origins),
      ...ordersHandlers({
        orders,
        apply,
        close: steps.close,
        refunds,
        reads: orderReads(database, orders),
        onPaymentDue: () => void chores.lookAtPayments(),
      }),
      ...customersHandlers({
        menus,
        orders,
        placeOrder: placeOrders({
          database,
          menus,
          payments,
          holds,
          limits: placing,
          hashedNetwork,
          live,
          clock,
          orderExpiryMs,
          secret,
        }),
        tracking: trackingTokens(secret),
        clock,
      }),
    },
    { authenticate, rates, strictReplies: options.strictReplies ?? false },
  );
  if (options.stripe) {
    const onPaymentDue = () => void chores.lookAtPayments();
    await serveCardEvents(server, { database, events: options.stripe.events, clock, rates, onPaymentDue });
  }
  serveConnect(server, { connect, states });
  serveApiDocs(server);
  serveHealth(server, { database, redis, leaving: () => leaving });
  await serveWebFiles(server, options.webFolder ?? path.resolve('dist/web'), images.origins);
  server.addHook('onReady', async () => {
    void chores.look();
    void imageChore.look();
    void auditChore.look();
    void claims.chore.look();
    void attending.look();
    void watch.look();
    void forgetting.look();
  });
  server.addHook('preClose', async () => live.dropSockets());

  return {
    server,
    live,
    async doChores() {
      await chores.look();
      await imageChore.look();
      await auditChore.look();
      await claims.chore.look();
      await watch.look();
      await forgetting.look();
      await attending.look();
    },
    async close() {
      leaving = true;
      // A reply on a connection that is kept open would otherwise keep the server open with it.
      const sweeping = setInterval(() => server.server.closeIdleConnections(), 50);
      const cutting = setTimeout(() => server.server.closeAllConnections(), CUT_AFTER_MS);
      await Promise.all([
        chores.stop(),
        imageChore.stop(),
        claims.chore.stop(),
        watch.stop(),
        forgetting.stop(),
        auditChore.stop(),
        server.close(),
      ]);
      clearInterval(sweeping);
      clearTimeout(cutting);
      await live.close();
      await Promise.all([attending.stop(), sightings.settled()]);
      await redis?.close();
    },
  };
}

/** A JSON request without a body has none; many clients name the type all the same. */
function readEmptyBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  );
}
