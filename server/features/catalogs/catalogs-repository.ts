import type { Catalog, CatalogRevision, Category } from '#shared/api/catalogs.ts';
import { marksAfterEdit, withSoldOut, type SoldOutMark } from '#shared/catalogs/sold-out.ts';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { onceForKey, type Keyed } from '../../http/once-for-key.ts';
import type { Refusal } from '../../http/refusal.ts';
import { spareTurns } from '../../limits/spare-turns.ts';
import { whyNoRoom, type CatalogTotals } from './catalog-rules.ts';
import { catalogOf, categoriesOf, latest, latestByLines } from './latest-catalog.ts';
import { lockCatalog, type LockedCatalog } from './locked-catalog.ts';
import { boardsToTell, storedHours } from './stored-hours.ts';
import { thinRevisions } from './thin-revisions.ts';

export type CatalogsRepository = ReturnType<typeof catalogsRepository>;
export type SaveOutcome =
  /** `boards`: the outlets that sell it, if what their boards count down to has changed. */
  | { kind: 'saved'; catalog: Catalog; boards: string[] }
  | { kind: 'not-found' }
  | { kind: 'stale' }
  | { kind: 'no-room'; why: Refusal };
export type RemoveOutcome =
  | { kind: 'removed' }
  | { kind: 'not-found' }
  | { kind: 'stale' }
  | { kind: 'in-use'; outlets: { id: string; name: string }[] };
export type RevisionSummary = Pick<CatalogRevision, 'revision' | 'name' | 'createdAt'>;

export function catalogsRepository({ kysely }: Database) {
  const reading = spareTurns();
  return {
    /** By name. Catalogs are read one at a time, in spare turns, since a seller's may be of 20 MB together. */
    async *each(sellerId: string, clock: Clock): AsyncGenerator<Catalog> {
      const ids = await kysely
        .selectFrom('catalogs')
        .select('id')
        .where('seller_id', '=', sellerId)
        .orderBy(sql`lower(name)`)
        .orderBy('id')
        .execute();
      for (const { id } of ids) {
        const catalog = await reading.run(sellerId, async () => {
          const row = await latestByLines(kysely, sellerId).where('catalogs.id', '=', id).executeTakeFirst();
          if (!row) return null;
          return catalogOf({ ...row, categories: categoriesOf(row.categories) }, clock.now());
        });
        // It may have been deleted since.
        if (catalog) yield catalog;
      }
    },

    /** Null for an unknown catalog and for another seller's. */
    async find(sellerId: string, catalogId: string, now: Date): Promise<Catalog | null> {
      const row = await latest(kysely, sellerId).where('catalogs.id', '=', catalogId).executeTakeFirst();
      return row ? catalogOf(row, now) : null;
    },

    /** Stores its id for the request's key, and not the catalog: the first revision is there for as long. */
    create(
      { name, categories }: { name: string; categories: Category[] },
      keyed: Keyed,
    ): Promise<{ id: string } | Refusal> {
      const { accountId: sellerId, now } = keyed;
      const id = newId();
      const bare = JSON.stringify(withSoldOut(categories, []));
      const bytes = Buffer.byteLength(bare);
      return onceForKey(kysely, keyed, async (tx) => {
        const others = await totalsBeside(tx, sellerId, null);
        const why = whyNoRoom({ count: others.count + 1, bytes: others.bytes + bytes });
        if (why) return why;
        await tx
          .insertInto('catalogs')
          .values({
            id,
            seller_id: sellerId,
            name,
            revision: 1,
            bytes,
            menu_hours: storedHours(categories),
            created_at: now,
          })
          .execute();
        await tx
          .insertInto('catalog_revisions')
          .values({ catalog_id: id, revision: 1, name, categories: bare, created_at: now })
          .execute();
        return { id };
      });
    },

    /** Saves the next revision; `expected` is the revision that the caller saw, or null if it named none. */
    async save(
      sellerId: string,
      catalogId: string,
      expected: number | null,
      body: { name: string; categories: Category[] },
      now: Date,
    ): Promise<SaveOutcome> {
      // Sold-out marks are stored with the catalog, not in a revision: an editor's older copy must not overwrite
      // them.
      const bare = withSoldOut(body.categories, []);
      const bytes = Buffer.byteLength(JSON.stringify(bare));
      return kysely.transaction().execute(async (tx): Promise<SaveOutcome> => {
        const others = await totalsBeside(tx, sellerId, catalogId);
        const current = await lockCatalog(tx, sellerId, catalogId);
        if (!current) return { kind: 'not-found' };
        if (expected !== null && expected !== current.revision) return { kind: 'stale' };
        // A catalog that does not grow may always be saved.
        const why = bytes > current.bytes ? whyNoRoom({ count: 1, bytes: others.bytes + bytes }) : null;
        if (why) return { kind: 'no-room', why };
        const next = { name: body.name, categories: bare, bytes };
        const catalog = await addRevision(tx, current, next, now);
        return { kind: 'saved', catalog, boards: await boardsToTell(tx, current, body.categories) };
      });
    },

    /** Newest first, from before the named one. Null if the catalog is not this seller's. */
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

    /** Deletes the catalog with its revisions, unless an outlet uses it. */
    async remove(sellerId: string, catalogId: string, expected: number | null): Promise<RemoveOutcome> {
      return kysely.transaction().execute(async (tx): Promise<RemoveOutcome> => {
        // The lock also prevents an outlet from starting to use it meanwhile.
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

/**
 * The totals of a seller's other catalogs. The lock prevents others from changing them until the transaction ends.
 */
async function totalsBeside(
  tx: Transaction<Schema>,
  sellerId: string,
  catalogId: string | null,
): Promise<CatalogTotals> {
  await tx.selectFrom('accounts').select('id').where('id', '=', sellerId).forNoKeyUpdate().execute();
  let others = tx.selectFrom('catalogs').where('seller_id', '=', sellerId);
  if (catalogId !== null) others = others.where('id', '<>', catalogId);
  return others
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('bytes'),
    ])
    .executeTakeFirstOrThrow();
}

async function addRevision(
  tx: Transaction<Schema>,
  current: LockedCatalog,
  { name, categories, bytes }: { name: string; categories: Category[]; bytes: number },
  now: Date,
): Promise<Catalog> {
  const { id } = current;
  const revision = current.revision + 1;
  const sold_out = await marksOnEdited(tx, current, categories);
  await tx
    .updateTable('catalogs')
    .set({
      name,
      revision,
      bytes,
      menu_hours: storedHours(categories),
      sold_out: JSON.stringify(sold_out),
    })
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('catalog_revisions')
    .values({ catalog_id: id, revision, name, categories: JSON.stringify(categories), created_at: now })
    .execute();
  await thinRevisions(tx, id, now);
  // As this save left it; a second read could find a colleague's later save.
  return catalogOf({ id, name, revision, categories, sold_out, created_at: now }, now);
}

/** What is sold out once the catalog has these categories. */
async function marksOnEdited(
  tx: Transaction<Schema>,
  { id, revision, sold_out }: LockedCatalog,
  categories: Category[],
): Promise<SoldOutMark[]> {
  if (sold_out.every(({ option }) => option === undefined)) return sold_out;
  const before = await tx
    .selectFrom('catalog_revisions')
    .select('categories')
    .where('catalog_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return marksAfterEdit(sold_out, before.categories, categories);
}
