import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '#shared/api/catalogs.ts';
import {
  hasPlace,
  marksAtFinish,
  marksAtStart,
  markSoldOut,
  type SoldOutMark,
  type SoldOutPlace,
} from '#shared/catalogs/sold-out.ts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { lockCatalog } from './catalogs-repository.ts';
import { catalogOf, latest } from './latest-catalog.ts';

export type SoldOutRepository = ReturnType<typeof soldOutRepository>;
export type MarkOutcome =
  | { kind: 'marked'; catalog: Catalog }
  | { kind: 'not-found' }
  | { kind: 'not-there' };

/** What is sold out of a catalog now. Stored apart from its revisions, so that marking and editing never conflict. */
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
        const sessions = await openSessions(tx, catalogId);
        const marks = markSoldOut(locked.sold_out, place, until, sessions, now);
        await keep(tx, catalogId, marks);
        return { kind: 'marked', catalog: catalogOf({ ...row, sold_out: marks }, now) };
      });
    },

    /**
     * Binds marks "for the session" that were made while the outlet was closed to this session. Runs in the
     * transaction that opens it.
     */
    async startSession(tx: Transaction<Schema>, outletId: string, sessionId: string): Promise<void> {
      const [catalog] = await tx
        .selectFrom('catalogs')
        .select(['id', 'sold_out'])
        .where('id', '=', (query) =>
          query.selectFrom('outlets').select('catalog_id').where('id', '=', outletId),
        )
        .forUpdate()
        .execute();
      if (catalog?.sold_out.some(({ sessions }) => sessions?.length === 0))
        await keep(tx, catalog.id, marksAtStart(catalog.sold_out, sessionId));
    },

    /**
     * Removes the session's sold-out marks from every catalog that the outlet may have sold from. Runs in the
     * transaction that closes the session.
     */
    async finishSession(tx: Transaction<Schema>, outletId: string, sessionId: string): Promise<void> {
      const { seller_id, catalog_id } = await tx
        .selectFrom('outlets')
        .select(['seller_id', 'catalog_id'])
        .where('id', '=', outletId)
        .executeTakeFirstOrThrow();
      const catalogs = await tx
        .selectFrom('catalogs')
        .select(['id', 'sold_out'])
        .where('seller_id', '=', seller_id)
        // Always locked in the same order, so that two outlets that close at once do not deadlock.
        .orderBy('id')
        .forUpdate()
        .execute();
      for (const { id, sold_out: marks } of catalogs) {
        // The catalog may have been assigned during the session, after it was marked.
        const made = id === catalog_id ? marksAtStart(marks, sessionId) : marks;
        const left = marksAtFinish(made, sessionId);
        if (!isDeepStrictEqual(left, marks)) await keep(tx, id, left);
      }
    },
  };
}

async function openSessions(tx: Transaction<Schema>, catalogId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('outlet_feeds')
    .innerJoin('outlets', 'outlets.id', 'outlet_feeds.outlet_id')
    .select('outlet_feeds.trading_session_id')
    .where('outlets.catalog_id', '=', catalogId)
    .where('outlet_feeds.trading_session_id', 'is not', null)
    .$narrowType<{ trading_session_id: string }>()
    .execute();
  return rows.map((row) => row.trading_session_id);
}

async function keep(tx: Transaction<Schema>, catalogId: string, marks: SoldOutMark[]): Promise<void> {
  await tx
    .updateTable('catalogs')
    .set({ sold_out: JSON.stringify(marks), sold_out_version: sql<number>`sold_out_version + 1` })
    .where('id', '=', catalogId)
    .execute();
}
