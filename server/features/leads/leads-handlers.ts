import type { Clock } from '../../core/clock.ts';
import { DEFAULT_PAGE_SIZE, readCursor } from '../../database/pages.ts';
import { badCursor, tooManyAttempts } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { Counters } from '../../limits/counters.ts';
import type { LeadsRepository } from './leads-repository.ts';

type LeadsHandlers = Pick<RouteHandlers, 'POST /sellers/leads' | 'GET /admin/leads'>;
export type LeadsOptions = {
  leads: LeadsRepository;
  counters: Counters;
  clock: Clock;
};

/** Businesses that ask to join. */
export function leadsHandlers({ leads, counters, clock }: LeadsOptions): LeadsHandlers {
  return {
    async 'POST /sellers/leads'({ body, network }) {
      const wait = await counters.take([{ limit: 'leads-network', subject: network }]);
      if (wait !== null) return tooManyAttempts(wait);
      await leads.add(body, clock.now());
      return {};
    },

    async 'GET /admin/leads'({ query: { limit: size = DEFAULT_PAGE_SIZE, cursor } }) {
      const after = cursor === undefined ? null : readCursor(cursor);
      return cursor !== undefined && !after ? badCursor() : leads.page(size, after);
    },
  };
}
