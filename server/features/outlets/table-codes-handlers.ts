import { guestPath } from '#shared/base/guest-path.ts';
import { notFound } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import { signedTables } from '../../ordering/signed-tables.ts';
import type { OutletsRepository } from './outlets-repository.ts';

type TableCodesHandlers = Pick<RouteHandlers, 'POST /sellers/outlets/:outletId/table-codes'>;

export function tableCodesHandlers(outlets: OutletsRepository, secret: string): TableCodesHandlers {
  const { sign } = signedTables(secret);
  return {
    async 'POST /sellers/outlets/:outletId/table-codes'({ caller, params, body: { tables } }) {
      const outlet = await outlets.find(caller.id, params.outletId);
      if (!outlet) return notFound();
      const { id } = outlet;
      return {
        guestPage: guestPath(id),
        tables: tables.map((table) => ({ table, url: guestPath(id, sign(id, table)) })),
      };
    },
  };
}
