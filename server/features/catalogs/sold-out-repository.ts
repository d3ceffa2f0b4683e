import type { Catalog } from '#shared/api/catalogs.ts';
import { hasPlace, markSoldOut, type SoldOutMark, type SoldOutPlace } from '#shared/catalogs/sold-out.ts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { catalogOf, latest, lockCatalog } from './catalogs-repository.ts';

export type SoldOutRepository = ReturnType<typeof soldOutRepository>;
export type MarkOutcome =
  | { kind: 'marked'; catalog: Catalog }
  | { kind: 'not-found' }
  | { kind: 'not-there' };

/** What is sold out of a catalog now (D37): kept beside its revisions, so that marking and editing never collide. */
export function soldOutRepository({ kysely }: Database) {
  return {
    async mark(
      sellerId: string,
      catalogId: string,
      place: SoldOutPlace,
      until: string | null,
      now: Date,
    ): Promise<MarkOutcome> {
      return kysely.transaction().execute(async (tx): Promise<MarkOutcome> => {
        const locked = await lockCatalog(tx, sellerId, catalogId);
        if (!locked) return { kind: 'not-found' };
        const row = await latest(tx, sellerId).where('catalogs.id', '=', catalogId).executeTakeFirstOrThrow();
        if (!hasPlace(row.categories, place)) return { kind: 'not-there' };
        const marks = markSoldOut(locked.sold_out, place, until, now);
        await keep(tx, catalogId, marks);
        return { kind: 'marked', catalog: catalogOf({ ...row, sold_out: marks }) };
      });
    },

    /**
     * Takes back what was sold out for the session, once no outlet is trading from the catalog of this one any more.
     * Part of the transaction that closes the outlet; the catalog's lock makes the last of two that close at once see it.
     */
    async endSession(tx: Transaction<Schema>, outletId: string): Promise<void> {
      const catalog = await tx
        .selectFrom('catalogs')
        .innerJoin('outlets', 'outlets.catalog_id', 'catalogs.id')
        .select(['catalogs.id', 'catalogs.seller_id'])
        .where('outlets.id', '=', outletId)
        .executeTakeFirst();
      if (!catalog) return;
      const locked = await lockCatalog(tx, catalog.seller_id, catalog.id);
      const kept = locked?.sold_out.filter(({ until }) => until !== 'session') ?? [];
      if (kept.length === locked?.sold_out.length) return;
      const trading = await tx
        .selectFrom('outlet_feeds')
        .innerJoin('outlets', 'outlets.id', 'outlet_feeds.outlet_id')
        .select('outlets.id')
        .where('outlets.catalog_id', '=', catalog.id)
        .where('outlet_feeds.trading_session_id', 'is not', null)
        .executeTakeFirst();
      if (!trading) await keep(tx, catalog.id, kept);
    },
  };
}

async function keep(tx: Transaction<Schema>, catalogId: string, marks: SoldOutMark[]): Promise<void> {
  await tx
    .updateTable('catalogs')
    .set({ sold_out: JSON.stringify(marks), sold_out_version: sql<number>`sold_out_version + 1` })
    .where('id', '=', catalogId)
    .execute();
}
