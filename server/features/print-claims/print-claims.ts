import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import { repeatedChore } from '../../core/repeated-chore.ts';
import type { PrintClaimsRepository } from './print-claims-repository.ts';

const KEPT_MS = 48 * 3_600_000;
const FORGET_EVERY_MS = 10 * 60_000;

type PrintClaimsHandlers = Pick<RouteHandlers, 'POST /sellers/outlets/:outletId/print-claims'>;
export type PrintClaimsOptions = {
  repository: PrintClaimsRepository;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Called after each run. */
  onRun: (chore: string, outcome: 'done' | 'failed') => void;
};

/** Decides which till of an outlet prints which sheet, and deletes old claims. */
export function printClaims({ repository, clock, log, onRun }: PrintClaimsOptions) {
  const handlers: PrintClaimsHandlers = {
    'POST /sellers/outlets/:outletId/print-claims': async ({ caller, params, body }) =>
      (await repository.act(caller.id, params.outletId, body, clock.now())) ?? notFound(),
  };
  const forgetting = repeatedChore(
    async () => {
      await repository.forgetBefore(new Date(clock.now().getTime() - KEPT_MS));
      onRun('forget-print-claims', 'done');
      return false;
    },
    FORGET_EVERY_MS,
    (error) => {
      onRun('forget-print-claims', 'failed');
      log.error({ err: error }, 'old print claims could not be forgotten; it is tried again');
    },
  );
  return { handlers, chore: forgetting };
}
