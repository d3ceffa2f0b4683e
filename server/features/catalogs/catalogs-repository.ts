import type { Body } from '#shared/api/contract.ts';
import type { Catalog, CatalogRevision, Category } from '#shared/api/catalogs.ts';
import { withSoldOut, type SoldOutMark } from '#shared/catalogs/sold-out.ts';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';

export type CatalogsRepository = ReturnType<typeof catalogsRepository>;
export type SaveOutcome = { kind: 'saved'; catalog: Catalog } | { kind: 'not-found' } | { kind: 'stale' };
export type RemoveOutcome =
  | { kind: 'removed' }
  | { kind: 'not-found' }
  | { kind: 'stale' }
  | { kind: 'in-use'; outlets: { id: string; name: string }[] };
export type RevisionSummary = Pick<CatalogRevision, 'revision' | 'name' | 'createdAt'>;

export function catalogsRepository({ kysely }: Database) {
  return {
    async list(sellerId: string): Promise<Catalog[]> {
      const rows = await latest(kysely, sellerId).orderBy('catalogs.name').orderBy('catalogs.id').execute();
      return rows.map(catalogOf);
    },

    /** Null for an unknown catalog and for another seller's. */
    async find(sellerId: string, catalogId: string): Promise<Catalog | null> {
      const row = await latest(kysely, sellerId).where('catalogs.id', '=', catalogId).executeTakeFirst();
      return row ? catalogOf(row) : null;
    },

    async create(
      sellerId: string,
      { name, categories }: { name: string; categories: Category[] },
      now: Date,
    ): Promise<string> {
      const id = newId();
      const bare = JSON.stringify(withSoldOut(categories, []));
      await kysely.transaction().execute(async (tx) => {
        await tx
          .insertInto('catalogs')
          .values({ id, seller_id: sellerId, name, revision: 1, created_at: now })
          .execute();
        await tx
          .insertInto('catalog_revisions')
          .values({ catalog_id: id, revision: 1, name, categories: bare, created_at: now })
          .execute();
      });
      return id;
    },

    /** Saves the next revision; `expected` is the one the caller saw, or null where it did not say (D9, D36). */
    async save(
      sellerId: string,
      catalogId: string,
      expected: number | null,
      body: Body<'PATCH /sellers/catalogs/:catalogId'>,
      now: Date,
    ): Promise<SaveOutcome> {
      return kysely.transaction().execute(async (tx): Promise<SaveOutcome> => {
        const current = await lockCatalog(tx, sellerId, catalogId);
        if (!current) return { kind: 'not-found' };
        if (expected !== null && expected !== current.revision) return { kind: 'stale' };
        return { kind: 'saved', catalog: await addRevision(tx, current, body, now) };
      });
    },

    /** Newest first, those before the named one. Null where the catalog is not this seller's. */
    async revisions(
      sellerId: string,
      catalogId: string,
      before: number | null,
      limit: number,
    ): Promise<RevisionSummary[] | null> {
      if (!(await latest(kysely, sellerId).where('catalogs.id', '=', catalogId).executeTakeFirst()))
        return null;
      let query = kysely
        .selectFrom('catalog_revisions')
        .select(['revision', 'name', 'created_at'])
        .where('catalog_id', '=', catalogId);
      if (before !== null) query = query.where('revision', '<', before);
      const rows = await query.orderBy('revision', 'desc').limit(limit).execute();
      return rows.map(({ revision, name, created_at }) => ({
        revision,
        name,
        createdAt: created_at.toISOString(),
      }));
    },

    async findRevision(
      sellerId: string,
      catalogId: string,
      revision: number,
    ): Promise<CatalogRevision | null> {
      const row = await kysely
        .selectFrom('catalog_revisions')
        .innerJoin('catalogs', 'catalogs.id', 'catalog_revisions.catalog_id')
        .selectAll('catalog_revisions')
        .where('catalogs.id', '=', catalogId)
        .where('catalogs.seller_id', '=', sellerId)
        .where('catalog_revisions.revision', '=', revision)
        .executeTakeFirst();
      if (!row) return null;
      const { name, created_at } = row;
      const categories = withSoldOut(row.categories, []);
      return { id: catalogId, revision, name, categories, createdAt: created_at.toISOString() };
    },

    /** Deletes the catalog with its revisions, unless outlets sell from it (D36). */
    async remove(sellerId: string, catalogId: string, expected: number | null): Promise<RemoveOutcome> {
      return kysely.transaction().execute(async (tx): Promise<RemoveOutcome> => {
        // The lock also keeps it from being assigned meanwhile.
        const current = await lockCatalog(tx, sellerId, catalogId);
        if (!current) return { kind: 'not-found' };
        if (expected !== null && expected !== current.revision) return { kind: 'stale' };
        const outlets = await tx
          .selectFrom('outlets')
          .select(['id', 'name'])
          .where('catalog_id', '=', catalogId)
          .orderBy('name')
          .execute();
        if (outlets.length > 0) return { kind: 'in-use', outlets };
        await tx.deleteFrom('catalogs').where('id', '=', catalogId).execute();
        return { kind: 'removed' };
      });
    },
  };
}

export type LockedCatalog = { id: string; revision: number; sold_out: SoldOutMark[] };

/** Whoever changes a catalog holds its row from here on. What depends on it is read in a statement of its own. */
export function lockCatalog(
  tx: Transaction<Schema>,
  sellerId: string,
  catalogId: string,
): Promise<LockedCatalog | undefined> {
  return tx
    .selectFrom('catalogs')
    .select(['id', 'revision', 'sold_out'])
    .where('id', '=', catalogId)
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirst();
}

export function latest(db: Kysely<Schema>, sellerId: string) {
  return db
    .selectFrom('catalogs')
    .innerJoin('catalog_revisions', (join) =>
      join
        .onRef('catalog_revisions.catalog_id', '=', 'catalogs.id')
        .onRef('catalog_revisions.revision', '=', 'catalogs.revision'),
    )
    .select(['catalogs.id', 'catalogs.name', 'catalogs.revision', 'catalogs.sold_out'])
    .select(['catalog_revisions.categories', 'catalog_revisions.created_at'])
    .where('catalogs.seller_id', '=', sellerId);
}

type Row = Awaited<ReturnType<ReturnType<typeof latest>['executeTakeFirstOrThrow']>>;

/** A catalog with what is sold out of it at its place. */
export function catalogOf({ id, name, revision, categories: bare, sold_out, created_at }: Row): Catalog {
  const categories = withSoldOut(bare, sold_out);
  return {
    id,
    name,
    revision,
    categories,
    latestRevision: { categories, createdAt: created_at.toISOString() },
  };
}

async function addRevision(
  tx: Transaction<Schema>,
  current: LockedCatalog,
  { name, categories }: { name: string; categories: Category[] },
  now: Date,
): Promise<Catalog> {
  const { id, sold_out } = current;
  const revision = current.revision + 1;
  // What is sold out is the catalog's own and no part of a revision: an editor's older word for it must not win.
  const bare = withSoldOut(categories, []);
  await tx.updateTable('catalogs').set({ name, revision }).where('id', '=', id).execute();
  await tx
    .insertInto('catalog_revisions')
    .values({ catalog_id: id, revision, name, categories: JSON.stringify(bare), created_at: now })
    .execute();
  // As this save left it: by the time of another read it may be a colleague's.
  return catalogOf({ id, name, revision, categories: bare, sold_out, created_at: now });
}
