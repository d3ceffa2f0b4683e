import type { Catalog, Category } from '#shared/api/catalogs.ts';
import { marksStillOn, withSoldOut } from '#shared/catalogs/sold-out.ts';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';

export function latest(db: Kysely<Schema>, sellerId: string) {
  return latestOf(db, sellerId).select('catalog_revisions.categories');
}

/**
 * The categories as text, so that the thread of the embedded database, which everybody waits for, does not parse large
 * menus. One a line: what V8 parses from more than 100 KB at once goes to the old heap, which grows to several times what
 * is in use.
 */
export function latestByLines(db: Kysely<Schema>, sellerId: string) {
  return latestOf(db, sellerId).select(
    sql<string | null>`(
      select string_agg(category.value::text, E'\\n' order by category.ordinality)
      from jsonb_array_elements(catalog_revisions.categories) with ordinality category
    )`.as('categories'),
  );
}

/** The categories of {@link latestByLines}. */
export const categoriesOf = (lines: string | null): Category[] =>
  lines === null ? [] : lines.split('\n').map((line) => JSON.parse(line) as Category);

function latestOf(db: Kysely<Schema>, sellerId: string) {
  return db
    .selectFrom('catalogs')
    .innerJoin('catalog_revisions', (join) =>
      join
        .onRef('catalog_revisions.catalog_id', '=', 'catalogs.id')
        .onRef('catalog_revisions.revision', '=', 'catalogs.revision'),
    )
    .select(['catalogs.id', 'catalogs.name', 'catalogs.revision', 'catalogs.sold_out'])
    .select('catalog_revisions.created_at')
    .where('catalogs.seller_id', '=', sellerId);
}

type Row = Awaited<ReturnType<ReturnType<typeof latest>['executeTakeFirstOrThrow']>>;

/** A catalog with its current sold-out marks in place. */
export function catalogOf(row: Row, now: Date): Catalog {
  const { id, name, revision, categories: bare, sold_out, created_at } = row;
  const categories = withSoldOut(bare, marksStillOn(sold_out, now));
  return {
    id,
    name,
    revision,
    categories,
    latestRevision: { categories, createdAt: created_at.toISOString() },
  };
}
