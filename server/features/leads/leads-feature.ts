import { forgettingChore } from '../../core/forgetting-chore.ts';
import type { ChoreReports } from '../../core/reported-chore.ts';
import type { Database } from '../../database/database.ts';
import { leadsHandlers, type LeadsOptions } from './leads-handlers.ts';
import { leadsRepository } from './leads-repository.ts';

const FORGET_EVERY_MS = 3_600_000;

export type LeadsFeatureOptions = ChoreReports &
  Omit<LeadsOptions, 'leads'> & {
    database: Database;
    /** How long an enquiry is kept. */
    keptMs: number;
  };

/** Businesses that ask to join; what they wrote is deleted in the end. */
export function leadsFeature(options: LeadsFeatureOptions) {
  const leads = leadsRepository(options.database);
  return {
    handlers: leadsHandlers({ ...options, leads }),
    chore: forgettingChore(options, {
      what: 'leads',
      keptMs: options.keptMs,
      everyMs: FORGET_EVERY_MS,
      forgetBefore: leads.forgetBefore,
    }),
  };
}
