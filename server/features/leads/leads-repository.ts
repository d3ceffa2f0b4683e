import type { Body, Reply } from '#shared/api/contract.ts';
import { v7 as newId } from 'uuid';
import type { Database } from '../../database/database.ts';
import { readPage, total, type Cursor } from '../../database/pages.ts';

export type LeadsRepository = ReturnType<typeof leadsRepository>;

export function leadsRepository({ kysely }: Database) {
  return {
    async add(leads: Body<'POST /sellers/leads'>, now: Date): Promise<void> {
      const rows = leads.map(({ email, companyName, message = '' }) => ({
        id: newId(),
        email,
        company_name: companyName,
        message,
        created_at: now,
      }));
      await kysely.insertInto('leads').values(rows).execute();
    },

    async forgetBefore(time: Date): Promise<void> {
      await kysely.deleteFrom('leads').where('created_at', '<', time).execute();
    },

    /** Newest first, in the order of their ids. */
    async page(limit: number, after: Cursor | null): Promise<Reply<'GET /admin/leads'>> {
      let query = kysely.selectFrom('leads').selectAll();
      if (after) query = query.where('id', '<', after.id);
      return readPage({
        count: kysely.selectFrom('leads').select(total),
        behind: query.orderBy('id', 'desc'),
        limit,
        cursorOf: ({ id }) => ({ sort: '', id }),
        read: ({ id, email, company_name: companyName, message, created_at }) => ({
          id,
          email,
          companyName,
          message,
          createdAt: created_at.toISOString(),
        }),
      });
    },
  };
}
