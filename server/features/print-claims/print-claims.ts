import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { PrintClaimsRepository } from './print-claims-repository.ts';

const KEPT_MS = 48 * 3_600_000;
const FORGET_EVERY_MS = 10 * 60_000;

type PrintClaimsHandlers = Pick<RouteHandlers, 'POST /sellers/outlets/:outletId/print-claims'>;
export type PrintClaimsOptions = ChoreReports & { repository: PrintClaimsRepository; clock: Clock };

/** Decides which till of an outlet prints which sheet, and deletes old claims. */
export function printClaims({ repository, clock, log, onRun }: PrintClaimsOptions) {
  const handlers: PrintClaimsHandlers = {
    'POST /sellers/outlets/:outletId/print-claims': async ({ caller, params, body }) =>
      (await repository.act(caller.id, params.outletId, body, clock.now())) ?? notFound(),
  };
  const forgetting = reportedChore({
    name: 'forget-print-claims',
    async run() {
      await repository.forgetBefore(new Date(clock.now().getTime() - KEPT_MS));
      return false;
    },
    everyMs: FORGET_EVERY_MS,
    log,
    onRun,
    failure: 'old print claims could not be forgotten; it is tried again',
  });
  return { handlers, chore: forgetting };
}
