import type { Category } from '#shared/api/catalogs.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Clock } from '../../clock.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { CatalogsRepository } from './catalogs-repository.ts';

type CatalogsHandlers = Pick<
  RouteHandlers,
  | 'GET /sellers/catalogs'
  | 'POST /sellers/catalogs'
  | 'GET /sellers/catalogs/:catalogId'
  | 'PATCH /sellers/catalogs/:catalogId'
>;

export function catalogsHandlers(catalogs: CatalogsRepository, clock: Clock): CatalogsHandlers {
  const found = async (sellerId: string, catalogId: string) =>
    (await catalogs.find(sellerId, catalogId)) ?? notFound();
  return {
    'GET /sellers/catalogs': ({ caller }) => catalogs.list(caller.id),

    async 'POST /sellers/catalogs'({ caller, body }) {
      return found(caller.id, await catalogs.create(caller.id, body.name, clock.now()));
    },

    'GET /sellers/catalogs/:catalogId': ({ caller, params }) => found(caller.id, params.catalogId),

    async 'PATCH /sellers/catalogs/:catalogId'({ caller, params: { catalogId }, body, ifMatch }) {
      const twice = repeatedId(body.categories);
      if (twice !== null) {
        const message = `The id ${twice} stands twice in this catalog.`;
        return refuse(422, 'DUPLICATE_ID', message, { fields: { categories: message } });
      }
      const outcome = await catalogs.save(caller.id, catalogId, ifMatch, body, clock.now());
      switch (outcome.kind) {
        case 'saved':
          return outcome.catalog;
        case 'not-found':
          return notFound();
        case 'stale':
          return refuse(409, 'VERSION_CONFLICT', 'Somebody else has changed this catalog.', {
            current: await catalogs.find(caller.id, catalogId),
          });
        default:
          return assertNever(outcome);
      }
    },
  };
}

/** An id that more than one category, item or modifier has; null where each has its own. */
function repeatedId(categories: Category[]): string | null {
  const seen = new Set<string>();
  const ids = categories.flatMap((category) => [
    category.id,
    ...category.list.flatMap((item) => [item.id, ...item.modifiers.map((modifier) => modifier.id)]),
  ]);
  for (const id of ids) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}
