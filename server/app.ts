import path from 'node:path';
import { PRINT_CLAIM_LEASE_MS } from '#shared/api/print-claims.ts';
import { serveApiDocs } from './api-docs/routes.ts';
import type { App, AppOptions } from './app-options.ts';
import { noteAuditHead } from './audit/note-audit-head.ts';
import { endInTurn } from './core/end-in-turn.ts';
import { loadRedis } from './core/load-redis.ts';
import { compareClocks } from './database/compare-clocks.ts';
import { access } from './features/accounts/access.ts';
import { accessTokens } from './features/accounts/access-tokens.ts';
import { accountsFeature } from './features/accounts/accounts-feature.ts';
import { sellersReview } from './features/accounts/sellers-review.ts';
import { adminHandlers } from './features/admin/admin-handlers.ts';
import { auditLogRepository } from './features/admin/audit-log-repository.ts';
import { attendanceFeature } from './features/attendance/attendance-feature.ts';
import { serveCardEvents } from './features/card-events/card-events-route.ts';
import { catalogsHandlers } from './features/catalogs/catalogs-handlers.ts';
import { catalogsRepository } from './features/catalogs/catalogs-repository.ts';
import { soldOutRepository } from './features/catalogs/sold-out-repository.ts';
import { escalationFeature } from './features/escalation/escalation-feature.ts';
import { coverageFeature } from './features/coverage/coverage-feature.ts';
import { leadsFeature } from './features/leads/leads-feature.ts';
import { moneyAtRiskFeature } from './features/money-at-risk/money-at-risk-feature.ts';
import { orderingFeature, pausedUnseen } from './features/ordering/ordering-feature.ts';
import { notificationsFeature } from './features/order-notifications/notifications-feature.ts';
import { ordersFeature } from './features/orders/orders-feature.ts';
import { brandImageHandlers } from './features/outlets/brand-image-handlers.ts';
import { outletsFeature } from './features/outlets/outlets-feature.ts';
import { outletsRepository } from './features/outlets/outlets-repository.ts';
import { outletsReview } from './features/outlets/outlets-review.ts';
import { removeUnusedImages } from './features/outlets/remove-unused-images.ts';
import { payoutsFeature } from './features/payouts/payouts-feature.ts';
import { printClaims } from './features/print-claims/print-claims.ts';
import { printClaimsRepository } from './features/print-claims/print-claims-repository.ts';
import { tradingSessionsFeature } from './features/trading-sessions/trading-sessions-feature.ts';
import { callerAddress } from './http/caller-address.ts';
import { usualConnections } from './http/connections.ts';
import { serveHealth } from './http/health.ts';
import type { Metrics } from './http/metrics.ts';
import { openServer } from './http/open-server.ts';
import { serveContract } from './http/serve.ts';
import { openImages } from './images/open-images.ts';
import { counters } from './limits/counters.ts';
import { hashedNetworks } from './limits/hashed-subject.ts';
import { networkOf } from './limits/network.ts';
import { feedSeqsOf } from './live/feed-seqs.ts';
import { liveSockets } from './live/live-sockets.ts';
import { unknownSockets } from './live/unknown-sockets.ts';
import { openSenders } from './senders/open-senders.ts';
import { serveWebFiles } from './web-files/web-files.ts';

/** The till's pages come from this custom scheme, so that the API is cross-origin for them. */
const TILL_ORIGIN = 'app://till';

/** Composes the server: every feature, on one database and one port. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, clock, payments, metrics, connections = usualConnections } = options;
  const { webFolder = path.resolve('dist/web') } = options;
  const { limits, orderExpiryMs, tokenSecret: secret } = config;
  const origins = [TILL_ORIGIN, ...config.corsOrigins];
  const onAnswered: Metrics['answered'] = (answered) => metrics?.answered(answered);
  const opened = await openServer({ ...config, connections, origins, clock, onAnswered });
  const { server, isProxy, rates } = opened;
  const { log } = server;
  const redis = config.redisUrl === null ? null : await loadRedis(config.redisUrl, log);
  const tokens = accessTokens(secret, () => clock.now());
  const { authenticate, ended } = access(database, tokens);
  const live = liveSockets({
    http: server.server,
    allowedOrigins: origins,
    unknown: unknownSockets(limits['unknown-sockets-network'].most, (request) =>
      networkOf(callerAddress(request, isProxy)),
    ),
    clock,
    log,
    redis,
    async authenticate(token) {
      const caller = await authenticate(token);
      const claims = tokens.verify(token);
      return caller && claims ? { ...caller, expiresAt: claims.expiresAt } : null;
    },
    ...feedSeqsOf(database),
    orderSeen: (outletId, report) => attendance.orderSeen({ outletId, ...report }),
    atStations: (report) => coverage.atStations(report),
    outletWatched: (outletId, heardAt) => attendance.listened(outletId, heardAt),
    screenChanged: (screen) => attendance.screenChanged(screen),
    screenLeft: (screen, at) => attendance.screenLeft(screen, at),
  });
  metrics?.readSockets(live.count);
  /** What most features need. */
  const parts = {
    database,
    clock,
    log,
    live,
    secret,
    limits,
    counters: counters({ database, clock, redis, limits, secret }),
    hashedNetwork: hashedNetworks(secret),
    onRun: ((chore, outcome) => metrics?.choreRan(chore, outcome)) satisfies Metrics['choreRan'],
    everyMs: options.choresEveryMs,
  };
  const coverage = coverageFeature(parts);
  const senders = openSenders(config.senders, secret);
  const escalation = escalationFeature({
    ...parts,
    senders,
    onClaimed: () => attendance.lookSoon(),
    pause: (outletId) => ordering.pause(outletId, pausedUnseen),
  });
  const notifications = notificationsFeature({ ...parts, senders });
  const atRisk = moneyAtRiskFeature(parts);
  const attendance = attendanceFeature({
    ...parts,
    alarms: escalation.alarms,
    furtherSums: atRisk.sums,
    onHeard: () => ordering.lookSoon(),
  });
  const orders = ordersFeature({
    ...parts,
    live: {
      ...live,
      orderChanged(outletId, change) {
        live.orderChanged(outletId, change);
        if (change.order.status !== 'deliver_pending') escalation.orderEnded(change.order.id);
      },
    },
    payments,
    orderExpiryMs,
    timeoutMs: options.paymentTimeoutMs,
    everyMs: options.choresEveryMs ?? Math.min(5_000, orderExpiryMs),
    indexEveryMs: options.choresEveryMs ?? 1_000,
    publishableKey: options.stripe?.publishableKey ?? null,
    pushKey: senders.pushKey,
  });
  const { catchUp } = orders;
  const payouts = payoutsFeature({ ...parts, connect: null, books: null, ...options.stripe, catchUp });
  const accounts = accountsFeature({
    ...parts,
    tokens,
    ended,
    connectLink: payouts.connectLink,
    cardsNeedNoAccount: payments !== null && payments.decides !== 'remotely',
    onEnded: (families) => attendance.signInsEnded({ families }),
    lookEveryMs: options.accessLookEveryMs ?? options.choresEveryMs,
  });
  const claims = printClaims({
    ...parts,
    repository: printClaimsRepository(database, options.printClaimLeaseMs ?? PRINT_CLAIM_LEASE_MS),
  });
  const outlets = outletsRepository(database, clock);
  const ordering = orderingFeature({
    ...parts,
    outlets,
    listening: attendance.heardByCall,
    everyMs: options.choresEveryMs,
  });
  const leads = leadsFeature({ ...parts, keptMs: config.leadsKeptMs });
  const soldOut = soldOutRepository(database);
  const sessions = tradingSessionsFeature({
    ...parts,
    outlets,
    orders: orders.orders,
    refunds: orders.refunds,
    pauses: ordering,
    withSession: [soldOut, ordering.pauses],
  });
  const images = await openImages(server, config, parts);
  serveContract(
    server,
    {
      ...accounts.handlers,
      ...outletsFeature({ ...parts, outlets }),
      ...attendance.handlers,
      ...atRisk.handlers,
      ...ordering.handlers,
      ...escalation.handlers,
      ...claims.handlers,
      ...catalogsHandlers({ catalogs: catalogsRepository(database), soldOut, live, clock }),
      ...adminHandlers({
        sellers: sellersReview(database),
        outlets: outletsReview(database, clock),
        auditLog: auditLogRepository(database),
        live: {
          ...live,
          endSeller(sellerId) {
            live.endSeller(sellerId);
            attendance.signInsEnded({ sellers: [sellerId] });
          },
        },
        clock,
        log,
      }),
      ...leads.handlers,
      ...sessions.handlers,
      ...payouts.handlers,
      ...brandImageHandlers(outlets, images.brandImages, images.origins),
      ...orders.handlers,
      ...notifications.handlers,
    },
    { authenticate, rates, limits, clock, strictReplies: options.strictReplies ?? false },
  );
  if (options.stripe) {
    const onPaymentDue = () => {
      orders.onPaymentDue();
      void payouts.chore.look();
    };
    await serveCardEvents(server, { database, events: options.stripe.events, clock, rates, onPaymentDue });
  }
  payouts.serve(server);
  serveApiDocs(server);
  let leaving = false;
  serveHealth(server, { database, redis, leaving: () => leaving });
  await orders.serveGuestPages(server, { folder: path.join(webFolder, '../guest'), others: images.origins });
  await serveWebFiles(server, webFolder, images.origins);

  /** Work that no request asks for. */
  const chores = [
    ...orders.chores,
    payouts.chore,
    removeUnusedImages(images.brandImages, outlets, parts),
    noteAuditHead(database, parts),
    compareClocks({ ...parts, onCompared: (aheadMs) => metrics?.clockCompared(aheadMs) }),
    ...[claims, coverage, leads, sessions].map(({ chore }) => chore),
    ...[escalation, notifications, accounts].flatMap(({ chores }) => chores),
  ];
  server.addHook('onReady', async () => {
    for (const chore of [...chores, attendance, ordering]) void chore.look();
  });
  server.addHook('preClose', async () => live.dropSockets());

  return {
    server,
    live,
    async doChores() {
      for (const chore of [...chores, attendance, ordering]) await chore.look();
    },
    async close() {
      leaving = true;
      const [failed] = await endInTurn(
        () => [...chores.map((chore) => chore.stop()), opened.close()],
        () => [live.close()],
        () => [attendance.stop(), ordering.stop()],
        () => [redis?.close()],
      );
      if (failed) throw failed.reason;
    },
  };
}
