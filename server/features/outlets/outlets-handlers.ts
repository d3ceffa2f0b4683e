import type { Clock } from '../../core/clock.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import type { OutletsRepository } from './outlets-repository.ts';

type OutletsHandlers = Pick<
  RouteHandlers,
  | 'GET /sellers/outlets'
  | 'POST /sellers/outlets'
  | 'GET /sellers/outlets/:outletId'
  | 'PATCH /sellers/outlets/:outletId'
  | 'PATCH /sellers/outlets/:outletId/catalog/:catalogId'
>;

export function outletsHandlers(
  outlets: OutletsRepository,
  live: Pick<LiveFeed, 'tradingSessionChanged'>,
  clock: Clock,
): OutletsHandlers {
  const found = async (sellerId: string, outletId: string) =>
    (await outlets.find(sellerId, outletId)) ?? notFound();
  const changed = (sellerId: string, outletId: string) => {
    live.tradingSessionChanged(outletId);
    return found(sellerId, outletId);
  };
  return {
    'GET /sellers/outlets': ({ caller }) => outlets.list(caller.id),

    'POST /sellers/outlets': ({ caller, body, idempotency }) =>
      outlets.create(body, { accountId: caller.id, idempotency, now: clock.now() }),

    'GET /sellers/outlets/:outletId': ({ caller, params }) => found(caller.id, params.outletId),

    async 'PATCH /sellers/outlets/:outletId'({ caller, params: { outletId }, body }) {
      return (await outlets.update(caller.id, outletId, body)) ? changed(caller.id, outletId) : notFound();
    },

    async 'PATCH /sellers/outlets/:outletId/catalog/:catalogId'({ caller, params, body }) {
      const fields = disagreements(params, body ?? {});
      if (fields)
        return refuse(422, 'IDS_DISAGREE', 'The body names something else than the path.', { fields });
      const assigned = await outlets.assignCatalog(caller.id, params.outletId, params.catalogId);
      return assigned ? changed(caller.id, params.outletId) : notFound();
    },
  };
}

/** Errors for ids in the body that differ from those in the path; null if there are none. */
function disagreements(
  path: Record<string, string>,
  body: Record<string, string | undefined>,
): Record<string, string> | null {
  const wrong = Object.keys(path).filter((key) => body[key] !== undefined && body[key] !== path[key]);
  return wrong.length > 0
    ? Object.fromEntries(wrong.map((key) => [key, 'This is not the id in the path.']))
    : null;
}
