import { assertNever } from '#shared/base/assert-never.ts';
import { compareHistory } from '#shared/orders/reading.ts';
import type { Order } from '#shared/api/orders.ts';
import type { Pause } from '#shared/api/ordering.ts';
import type { Adjustment, CameBackLater, Outlet, TakenLater, TradingSession } from '#shared/api/outlets.ts';
import type { KeptReadiness, Readiness } from '#shared/api/readiness.ts';
import type { Clock } from '../../core/clock.ts';
import { notFound, refuse, type Refusal } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import type { SessionReports } from './session-reports.ts';
import type { TradingSessionsRepository } from './trading-sessions-repository.ts';

type TradingSessionsHandlers = Pick<
  RouteHandlers,
  | 'POST /sellers/outlets/:outletId/trading-session/start'
  | 'POST /sellers/outlets/:outletId/trading-session/finish'
  | 'GET /sellers/outlets/:outletId/trading-sessions'
  | 'GET /sellers/outlets/trading-sessions/:periodId'
  | 'GET /sellers/outlets/trading-sessions/:periodId/report'
>;

export type TradingSessionsOptions = {
  sessions: TradingSessionsRepository;
  reports: Pick<SessionReports, 'find'>;
  outlets: { find(sellerId: string, outletId: string): Promise<Outlet | null> };
  orders: { ofSession(sessionId: string): Promise<Order[]> };
  refunds: {
    adjustmentsOf(sessionId: string): Promise<Adjustment[]>;
    cameBackLater(sessionId: string): Promise<CameBackLater[]>;
  };
  money: { takenLater(sessionId: string): Promise<TakenLater[]> };
  pauses: { ofSession(session: TradingSession, now: Date): Promise<Pause[]> };
  live: LiveFeed;
  clock: Clock;
};

/** Opening and closing an outlet, and the figures of each session. */
export function tradingSessionsHandlers(options: TradingSessionsOptions): TradingSessionsHandlers {
  const { sessions, outlets, orders, pauses, live, clock } = options;
  return {
    async 'POST /sellers/outlets/:outletId/trading-session/start'({
      caller,
      params: { outletId },
      body,
      screenName,
    }) {
      const outlet = await outlets.find(caller.id, outletId);
      const blocked = outlet ? whyNotStart(outlet) : notFound();
      if (blocked) return blocked;
      if (!(await sessions.start(outletId, clock.now(), keptOf(body?.readiness, screenName))))
        return alreadyTrading(await outlets.find(caller.id, outletId));
      live.tradingSessionChanged(outletId);
      return (await outlets.find(caller.id, outletId)) ?? notFound();
    },

    async 'POST /sellers/outlets/:outletId/trading-session/finish'({ caller, params: { outletId } }) {
      if (!(await outlets.find(caller.id, outletId))) return notFound();
      const result = await sessions.finish(outletId, clock.now());
      switch (result.kind) {
        case 'finished':
          live.tradingSessionChanged(outletId);
          return (await outlets.find(caller.id, outletId)) ?? notFound();
        case 'closed':
          return notTrading(await outlets.find(caller.id, outletId));
        case 'outstanding':
          return outstanding(result.orders);
        default:
          return assertNever(result);
      }
    },

    async 'GET /sellers/outlets/:outletId/trading-sessions'({ caller, params }) {
      const outlet = await outlets.find(caller.id, params.outletId);
      return outlet ? { ...outlet, tradingSessions: await sessions.list(params.outletId) } : notFound();
    },

    async 'GET /sellers/outlets/trading-sessions/:periodId'({ caller, params }) {
      const period = await sessions.find(params.periodId);
      const outlet = period && (await outlets.find(caller.id, period.outletId));
      if (!outlet) return notFound();
      return {
        outlet,
        period,
        orders: history(await orders.ofSession(period.id)),
        ...(await sinceFinish(options, period.id)),
        pauses: await pauses.ofSession(period, clock.now()),
      };
    },

    async 'GET /sellers/outlets/trading-sessions/:periodId/report'({ caller, params }) {
      const period = await sessions.find(params.periodId);
      if (!period || !(await outlets.find(caller.id, period.outletId))) return notFound();
      return (await options.reports.find(period.id)) ?? notFound();
    },
  };
}

function notTrading(current: Outlet | null): Refusal {
  return refuse(409, 'NOT_TRADING', 'This outlet is closed already.', { current });
}

function outstanding(orders: Order[]): Refusal {
  return refuse(
    409,
    'ORDERS_OUTSTANDING',
    'You have outstanding orders, complete or cancel remaining orders to stop trading.',
    { current: { orders } },
  );
}

/** What was refunded, what was taken and what came back after a session's finish. */
async function sinceFinish(
  { refunds, money }: Pick<TradingSessionsOptions, 'refunds' | 'money'>,
  sessionId: string,
) {
  const [adjustments, takenLater, cameBack] = await Promise.all([
    refunds.adjustmentsOf(sessionId),
    money.takenLater(sessionId),
    refunds.cameBackLater(sessionId),
  ]);
  return { adjustments, takenLater, cameBack };
}

function history(orders: Order[]): Order[] {
  return orders.filter(({ isTest }) => !isTest).toSorted(compareHistory);
}

function keptOf(readiness: Readiness | undefined, screenName: string | null): KeptReadiness | null {
  return readiness ? { ...readiness, ...(screenName !== null && { by: screenName }) } : null;
}

function whyNotStart(outlet: Outlet): Refusal | null {
  if (outlet.accountStatus.value !== 'verified')
    return refuse(403, 'OUTLET_NOT_VERIFIED', 'This outlet has not been verified.');
  if (outlet.availability === 'open') return alreadyTrading(outlet);
  if (!outlet.catalogId)
    return refuse(422, 'NO_CATALOG', 'A catalog must be created and assigned before trading.');
  return null;
}

function alreadyTrading(current: Outlet | null): Refusal {
  return refuse(409, 'ALREADY_TRADING', 'This outlet is trading already.', { current });
}
