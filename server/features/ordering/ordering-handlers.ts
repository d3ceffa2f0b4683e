import type { Outlet } from '#shared/api/outlets.ts';
import { LONGEST_PAUSE_MS } from '#shared/base/pauses.ts';
import type { Clock } from '../../core/clock.ts';
import { notFound, refuse, type Refusal } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { WatchingScreen } from '../../live/watching-screens.ts';
import type { orderingReads } from './ordering-reads.ts';
import type { NewPause, PauseResult } from './pauses-repository.ts';

export type OrderingHandlersOptions = {
  outlets: { find(sellerId: string, outletId: string): Promise<Outlet | null> };
  /** Stores that a screen without a socket was heard; resolves once it is stored. */
  listening(screen: WatchingScreen): Promise<void>;
  pause(outletId: string, wanted: NewPause): Promise<PauseResult>;
  resume(outletId: string): Promise<PauseResult>;
  reads: ReturnType<typeof orderingReads>;
  clock: Clock;
};

type OrderingHandlers = Pick<
  RouteHandlers,
  | 'POST /sellers/outlets/:outletId/pause'
  | 'POST /sellers/outlets/:outletId/resume'
  | 'POST /sellers/outlets/:outletId/listening'
>;

/** Pausing an outlet, resuming, and the proof of screens without a socket. */
export function orderingHandlers(options: OrderingHandlersOptions): OrderingHandlers {
  const { outlets, listening, pause, resume, reads, clock } = options;

  async function after(result: PauseResult, sellerId: string, outletId: string): Promise<Outlet | Refusal> {
    const outlet = await outlets.find(sellerId, outletId);
    if (!outlet || result === 'not-found') return notFound();
    return result === 'closed'
      ? refuse(409, 'NOT_TRADING', 'This outlet is closed: it takes no orders.', { current: outlet })
      : outlet;
  }

  return {
    async 'POST /sellers/outlets/:outletId/pause'({ caller, params: { outletId }, body, screenName }) {
      if (!(await outlets.find(caller.id, outletId))) return notFound();
      const until = body.until === null ? null : new Date(body.until);
      const ahead = until === null ? null : until.getTime() - clock.now().getTime();
      if (ahead !== null && (ahead <= 0 || ahead > LONGEST_PAUSE_MS)) {
        const message = 'A pause ends within 24 hours from now.';
        return refuse(422, 'PAUSE_NOT_POSSIBLE', message, { fields: { until: message } });
      }
      const wanted = { until, reason: body.reason, by: 'person', accountId: caller.id, screenName } as const;
      return after(await pause(outletId, wanted), caller.id, outletId);
    },

    async 'POST /sellers/outlets/:outletId/resume'({ caller, params: { outletId } }) {
      if (!(await outlets.find(caller.id, outletId))) return notFound();
      return after(await resume(outletId), caller.id, outletId);
    },

    async 'POST /sellers/outlets/:outletId/listening'({ caller, params: { outletId }, body, receivedAt }) {
      if (!(await outlets.find(caller.id, outletId))) return notFound();
      await listening({
        ...body,
        outletId,
        family: caller.family,
        cameAt: receivedAt,
        // While this waited, the screen may have been muted, or closed.
        heardAt: receivedAt,
      });
      const now = clock.now();
      const [found] = await reads.of([outletId], now);
      return found ? { ordering: found.ordering, serverTime: now.toISOString() } : notFound();
    },
  };
}
