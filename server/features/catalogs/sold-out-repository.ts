import type { Catalog } from '#shared/api/catalogs.ts';
import {
  hasPlace,
  marksAtStart,
  markSoldOut,
  type SoldOutMark,
  type SoldOutPlace,
} from '#shared/catalogs/sold-out.ts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { lockCatalog } from './locked-catalog.ts';
import { catalogOf, latest } from './latest-catalog.ts';

export type SoldOutRepository = ReturnType<typeof soldOutRepository>;
export type MarkOutcome =
  | { kind: 'marked'; catalog: Catalog }
  | { kind: 'not-found' }
  | { kind: 'not-there' };

/**
 * Parts of the statement that closes a session; they follow `closed (outlet_id, session_id)`. They remove the
 * session's sold-out marks from every catalog that the outlet may have sold from. Marks of no session yet were made
 * before the catalog was assigned to the outlet, so that they end with it as well. The catalogs are always locked in
 * the same order, so that two outlets that close at once do not deadlock.
 */
const atFinish = `
sold_out as (
  select c.id, c.sold_out as before, coalesce((
    select jsonb_agg(case when mark ? 'sessions'
      then jsonb_set(mark, '{sessions}', (mark -> 'sessions') - closed.session_id) else mark end order by place)
    from jsonb_array_elements(c.sold_out) with ordinality as marks (mark, place)
    where mark -> 'sessions' is distinct from jsonb_build_array(closed.session_id)
      and (c.id is distinct from o.catalog_id or mark -> 'sessions' is distinct from '[]'::jsonb)
  ), '[]') as after
  from closed join outlets o on o.id = closed.outlet_id join catalogs c on c.seller_id = o.seller_id
  where c.sold_out <> '[]'
  order by c.id
  for update of c
), on_sale_again as (
  update catalogs c set sold_out = s.after, sold_out_version = c.sold_out_version + 1
  from sold_out s
  where c.id = s.id and s.after <> s.before
)`;

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

    atFinish,
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
