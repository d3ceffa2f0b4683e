import type { Clock } from '../../clock.ts';
import { DEFAULT_PAGE_SIZE, readCursor } from '../../database/pages.ts';
import { badCursor, tooManyAttempts } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { LeadsRepository } from './leads-repository.ts';

type LeadsHandlers = Pick<RouteHandlers, 'POST /sellers/leads' | 'GET /admin/leads'>;
export type LeadsOptions = {
  leads: LeadsRepository;
  /** Counts a call from an address; the seconds to wait where there were too many. */
  limit(address: string): Promise<number | null>;
  clock: Clock;
};

/** Businesses that ask to be let in (D17). */
export function leadsHandlers({ leads, limit, clock }: LeadsOptions): LeadsHandlers {
  return {
    async 'POST /sellers/leads'({ body, address }) {
      const wait = await limit(address);
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
