import type { Catalog, CatalogRevision } from '#shared/api/catalogs.ts';
import { assertNever } from '#shared/base/assert-never.ts';
import type { Clock } from '../../core/clock.ts';
import { notFound, Refusal, refuse } from '../../http/refusal.ts';
import { StreamedList } from '../../http/reply-pieces.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { whyNotSave, withIds } from './catalog-rules.ts';
import type { CatalogsRepository, SaveOutcome } from './catalogs-repository.ts';
import type { SoldOutRepository } from './sold-out-repository.ts';

type CatalogsHandlers = Pick<
  RouteHandlers,
  | 'GET /sellers/catalogs'
  | 'POST /sellers/catalogs'
  | 'GET /sellers/catalogs/:catalogId'
  | 'PATCH /sellers/catalogs/:catalogId'
  | 'DELETE /sellers/catalogs/:catalogId'
  | 'POST /sellers/catalogs/:catalogId/sold-out'
  | 'GET /sellers/catalogs/:catalogId/revisions'
  | 'GET /sellers/catalogs/:catalogId/revisions/:revision'
  | 'POST /sellers/catalogs/:catalogId/revisions/:revision/restore'
>;
export type CatalogsOptions = {
  catalogs: CatalogsRepository;
  soldOut: SoldOutRepository;
  live: Pick<LiveFeed, 'tradingSessionChanged'>;
  clock: Clock;
};

const REVISIONS_AT_ONCE = 50;

/** A seller's catalogs, their past revisions, and what is sold out. */
export function catalogsHandlers({ catalogs, soldOut, live, clock }: CatalogsOptions): CatalogsHandlers {
  const found = async (sellerId: string, catalogId: string) =>
    (await catalogs.find(sellerId, catalogId, clock.now())) ?? notFound();
  const stale = async (sellerId: string, catalogId: string): Promise<Refusal> =>
    refuse(409, 'VERSION_CONFLICT', 'Somebody else has changed this catalog.', {
      current: await catalogs.find(sellerId, catalogId, clock.now()),
    });
  const saved = (outcome: SaveOutcome, sellerId: string, catalogId: string) => {
    switch (outcome.kind) {
      case 'saved':
        for (const outletId of outcome.boards) live.tradingSessionChanged(outletId);
        return outcome.catalog;
      case 'not-found':
        return notFound();
      case 'stale':
        return stale(sellerId, catalogId);
      case 'no-room':
        return outcome.why;
      default:
        return assertNever(outcome);
    }
  };

  return {
    'GET /sellers/catalogs': ({ caller }) => new StreamedList(catalogs.each(caller.id, clock)),

    async 'POST /sellers/catalogs'({ caller, body: { name, categories: sent = [] }, idempotency }) {
      const categories = withIds(sent);
      const wrong = whyNotSave(categories);
      if (wrong) return wrong;
      const keyed = { accountId: caller.id, idempotency, now: clock.now() };
      const made = await catalogs.create({ name, categories }, keyed);
      if (made instanceof Refusal) return made;
      const first = await catalogs.findRevision(caller.id, made.id, 1);
      return first ? asAdded(first) : notFound();
    },

    'GET /sellers/catalogs/:catalogId': ({ caller, params }) => found(caller.id, params.catalogId),

    async 'PATCH /sellers/catalogs/:catalogId'({ caller, params: { catalogId }, body, ifMatch }) {
      const menu = { name: body.name, categories: withIds(body.categories) };
      const wrong = whyNotSave(menu.categories);
      if (wrong) return wrong;
      const outcome = await catalogs.save(caller.id, catalogId, ifMatch, menu, clock.now());
      return saved(outcome, caller.id, catalogId);
    },

    async 'DELETE /sellers/catalogs/:catalogId'({ caller, params: { catalogId }, ifMatch }) {
      const outcome = await catalogs.remove(caller.id, catalogId, ifMatch);
      switch (outcome.kind) {
        case 'removed':
          return {};
        case 'not-found':
          return notFound();
        case 'stale':
          return stale(caller.id, catalogId);
        case 'in-use':
          return inUse(outcome.outlets);
        default:
          return assertNever(outcome);
      }
    },

    async 'POST /sellers/catalogs/:catalogId/sold-out'({ caller, params: { catalogId }, body }) {
      const { until, ...place } = body;
      const outcome = await soldOut.mark(caller.id, catalogId, place, until, clock.now());
      switch (outcome.kind) {
        case 'marked':
          return outcome.catalog;
        case 'not-found':
          return notFound();
        case 'not-there':
          return notThere();
        default:
          return assertNever(outcome);
      }
    },

    async 'GET /sellers/catalogs/:catalogId/revisions'({ caller, params, query }) {
      const { before = null, limit = REVISIONS_AT_ONCE } = query;
      return (await catalogs.revisions(caller.id, params.catalogId, before, limit)) ?? notFound();
    },

    async 'GET /sellers/catalogs/:catalogId/revisions/:revision'({ caller, params }) {
      return (await catalogs.findRevision(caller.id, params.catalogId, params.revision)) ?? notFound();
    },

    async 'POST /sellers/catalogs/:catalogId/revisions/:revision/restore'({ caller, params, ifMatch }) {
      const { catalogId, revision } = params;
      const before = await catalogs.findRevision(caller.id, catalogId, revision);
      if (!before) return notFound();
      const outcome = await catalogs.save(caller.id, catalogId, ifMatch, before, clock.now());
      return saved(outcome, caller.id, catalogId);
    },
  };
}

/** The catalog as it was when it was added, whatever has become of it since. */
function asAdded({ id, name, revision, categories, createdAt }: CatalogRevision): Catalog {
  return { id, name, revision, categories, latestRevision: { categories, createdAt } };
}

function inUse(outlets: { id: string; name: string }[]): Refusal {
  const names = outlets.map(({ name }) => name).join(', ');
  return refuse(
    409,
    'CATALOG_IN_USE',
    `This catalog is in use at ${names}. Give them another catalog first.`,
    {
      current: { outlets },
    },
  );
}

function notThere(): Refusal {
  const message = 'This is not in the catalog any more.';
  return refuse(422, 'UNKNOWN_ITEM', message, { fields: { itemId: message } });
}
