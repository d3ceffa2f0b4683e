import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import { forgettingChore } from '../../core/forgetting-chore.ts';
import type { ChoreReports } from '../../core/reported-chore.ts';
import type { PrintClaimsRepository } from './print-claims-repository.ts';

const KEPT_MS = 48 * 3_600_000;
const FORGET_EVERY_MS = 10 * 60_000;

type PrintClaimsHandlers = Pick<RouteHandlers, 'POST /sellers/outlets/:outletId/print-claims'>;
export type PrintClaimsOptions = ChoreReports & { repository: PrintClaimsRepository; clock: Clock };

/** Decides which till of an outlet prints which sheet, and deletes old claims. */
export function printClaims(options: PrintClaimsOptions) {
  const { repository, clock } = options;
  const handlers: PrintClaimsHandlers = {
    'POST /sellers/outlets/:outletId/print-claims': async ({ caller, params, body }) =>
      (await repository.act(caller.id, params.outletId, body, clock.now())) ?? notFound(),
  };
  const chore = forgettingChore(options, {
    what: 'print claims',
    keptMs: KEPT_MS,
    everyMs: FORGET_EVERY_MS,
    forgetBefore: (time) => repository.forgetBefore(time),
  });
  return { handlers, chore };
}
