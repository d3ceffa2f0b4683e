import type { Catalog, Category } from '#shared/api/catalogs.ts';
import { v7 as newId } from 'uuid';
import type { Database } from '../../database/database.ts';

export type CatalogsRepository = ReturnType<typeof catalogsRepository>;
export type SaveOutcome = { kind: 'saved'; catalog: Catalog } | { kind: 'not-found' } | { kind: 'stale' };

export function catalogsRepository({ kysely }: Database) {
  const latest = (sellerId: string) =>
    kysely
      .selectFrom('catalogs')
      .innerJoin('catalog_revisions', (join) =>
        join
          .onRef('catalog_revisions.catalog_id', '=', 'catalogs.id')
          .onRef('catalog_revisions.revision', '=', 'catalogs.revision'),
      )
      .select(['catalogs.id', 'catalogs.name', 'catalogs.revision'])
      .select(['catalog_revisions.categories', 'catalog_revisions.created_at'])
      .where('catalogs.seller_id', '=', sellerId);
  type Row = Awaited<ReturnType<ReturnType<typeof latest>['executeTakeFirstOrThrow']>>;

  return {
    async list(sellerId: string): Promise<Catalog[]> {
      const rows = await latest(sellerId).orderBy('catalogs.name').orderBy('catalogs.id').execute();
      return rows.map(catalogOf);
    },

    /** Null for an unknown catalog and for another seller's. */
    async find(sellerId: string, catalogId: string): Promise<Catalog | null> {
      const row = await latest(sellerId).where('catalogs.id', '=', catalogId).executeTakeFirst();
      return row ? catalogOf(row) : null;
    },

    async create(sellerId: string, name: string, now: Date): Promise<string> {
      const id = newId();
      await kysely.transaction().execute(async (tx) => {
        await tx
          .insertInto('catalogs')
          .values({ id, seller_id: sellerId, name, revision: 1, created_at: now })
          .execute();
        await tx
          .insertInto('catalog_revisions')
          .values({ catalog_id: id, revision: 1, name, categories: '[]', created_at: now })
          .execute();
      });
      return id;
    },

    /** Saves the next revision; `expected` is the one the caller saw, or null where it did not say (D9, D36). */
    async save(
      sellerId: string,
      catalogId: string,
      expected: number | null,
      { name, categories }: { name: string; categories: Category[] },
      now: Date,
    ): Promise<SaveOutcome> {
      return kysely.transaction().execute(async (tx): Promise<SaveOutcome> => {
        const current = await tx
          .selectFrom('catalogs')
          .select('revision')
          .where('id', '=', catalogId)
          .where('seller_id', '=', sellerId)
          .forUpdate()
          .executeTakeFirst();
        if (!current) return { kind: 'not-found' };
        if (expected !== null && expected !== current.revision) return { kind: 'stale' };
        const revision = current.revision + 1;
        await tx.updateTable('catalogs').set({ name, revision }).where('id', '=', catalogId).execute();
        await tx
          .insertInto('catalog_revisions')
          .values({
            catalog_id: catalogId,
            revision,
            name,
            categories: JSON.stringify(categories),
            created_at: now,
          })
          .execute();
        // As this save left it: by the time of another read it may be a colleague's.
        return {
          kind: 'saved',
          catalog: catalogOf({ id: catalogId, name, revision, categories, created_at: now }),
        };
      });
    },
  };

  function catalogOf({ id, name, revision, categories, created_at }: Row): Catalog {
    return {
      id,
      name,
      revision,
      categories,
      latestRevision: { categories, createdAt: created_at.toISOString() },
    };
  }
}
