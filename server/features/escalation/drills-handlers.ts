import type { Clock } from '../../core/clock.ts';
import { notFound, refuse, tooManyAttempts } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { Counters } from '../../limits/counters.ts';
import type { alarmsRepository } from './alarms-repository.ts';
import type { Climbing } from './climbing.ts';
import type { DrillsRepository } from './drills-repository.ts';
import type { EscalationRepository } from './escalation-repository.ts';

type DrillsHandlers = Pick<
  RouteHandlers,
  | 'POST /sellers/outlets/:outletId/drill'
  | 'GET /sellers/outlets/:outletId/drill'
  | 'GET /sellers/orders/:orderId/alerts'
  | 'POST /sellers/alarms/heard'
>;
export type DrillsHandlersOptions = {
  repository: EscalationRepository;
  drills: DrillsRepository;
  alarms: ReturnType<typeof alarmsRepository>;
  climbing: Pick<Climbing, 'sendClaimed'>;
  counters: Counters;
  clock: Clock;
  /** Screens are to ring. */
  onClaimed(): void;
};

export function drillsHandlers(options: DrillsHandlersOptions): DrillsHandlers {
  const { repository, drills, alarms, climbing, counters, clock, onClaimed } = options;
  return {
    async 'POST /sellers/outlets/:outletId/drill'({ caller, params: { outletId } }) {
      if (!(await repository.isOwn(caller.id, outletId))) return notFound();
      const wait = await counters.take([
        { limit: 'drills-outlet', subject: outletId },
        { limit: 'drills-account', subject: caller.id },
      ]);
      if (wait !== null) return tooManyAttempts(wait);
      const now = clock.now();
      const claimed = await drills.start(outletId, now);
      if (!claimed) return refuse(409, 'DRILL_UNDER_WAY', 'A test of this outlet is still under way.');
      climbing.sendClaimed(claimed);
      onClaimed();
      return (await drills.last(outletId, now)) ?? notFound();
    },

    async 'GET /sellers/outlets/:outletId/drill'({ caller, params: { outletId } }) {
      const isOwn = await repository.isOwn(caller.id, outletId);
      return isOwn ? drills.last(outletId, clock.now()) : notFound();
    },

    async 'GET /sellers/orders/:orderId/alerts'({ caller, params }) {
      return (await drills.ofOrder(caller.id, params.orderId)) ?? notFound();
    },

    async 'POST /sellers/alarms/heard'({ caller, body: { alarms: ids, ...screen } }) {
      await alarms.heard(caller.id, ids, screen, clock.now());
      return {};
    },
  };
}
