import type { Clock } from '../../clock.ts';
import { notFound } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { OutletsRepository } from './outlets-repository.ts';

type OutletsHandlers = Pick<
  RouteHandlers,
  | 'GET /sellers/outlets'
  | 'POST /sellers/outlets'
  | 'GET /sellers/outlets/:outletId'
  | 'PATCH /sellers/outlets/:outletId/catalog/:catalogId'
>;

export function outletsHandlers(outlets: OutletsRepository, clock: Clock): OutletsHandlers {
  const found = async (sellerId: string, outletId: string) =>
    (await outlets.find(sellerId, outletId)) ?? notFound();
  return {
    'GET /sellers/outlets': ({ caller }) => outlets.list(caller.id),

    async 'POST /sellers/outlets'({ caller, body }) {
      return found(caller.id, await outlets.create(caller.id, body, clock.now()));
    },

    'GET /sellers/outlets/:outletId': ({ caller, params }) => found(caller.id, params.outletId),

    async 'PATCH /sellers/outlets/:outletId/catalog/:catalogId'({ caller, params }) {
      const assigned = await outlets.assignCatalog(caller.id, params.outletId, params.catalogId);
      return assigned ? found(caller.id, params.outletId) : notFound();
    },
  };
}
