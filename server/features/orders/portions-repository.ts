import { MOST_COUNTED, MOST_LEFT, type PortionsBody } from '#shared/api/portions.ts';
import type { Portions } from '#shared/catalogs/portions.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';

export type CountOutcome =
  | { kind: 'counted'; portions: Portions }
  | { kind: 'not-found' }
  | { kind: 'not-counted' }
  | { kind: 'too-many' };

/**
 * What an outlet has left of its items. Each change locks the outlet's feed row, as the statement that writes an order
 * does: after its commit no order is written that the count does not allow.
 */
export function portionsRepository({ kysely }: Database) {
  return {
    /** Null for an unknown outlet and for another seller's. */
    async find(sellerId: string, outletId: string): Promise<Portions | null> {
      return (await feedOf(kysely, sellerId, outletId).executeTakeFirst())?.portions ?? null;
    },

    async count(sellerId: string, outletId: string, change: PortionsBody): Promise<CountOutcome> {
      return kysely.transaction().execute(async (tx): Promise<CountOutcome> => {
        const feed = await feedOf(tx, sellerId, outletId).forUpdate('outlet_feeds').executeTakeFirst();
        if (!feed) return { kind: 'not-found' };
        const { itemId } = change;
        const { [itemId]: before, ...others } = feed.portions;
        if ('by' in change && before === undefined) return { kind: 'not-counted' };
        const left = 'by' in change ? within((before ?? 0) + change.by) : change.left;
        const portions = left === null ? others : { ...others, [itemId]: left };
        if (before === undefined && Object.keys(portions).length > MOST_COUNTED) return { kind: 'too-many' };
        await tx
          .updateTable('outlet_feeds')
          .set({ portions: JSON.stringify(portions) })
          .where('outlet_id', '=', outletId)
          .execute();
        return { kind: 'counted', portions };
      });
    },
  };
}

function feedOf(db: Kysely<Schema>, sellerId: string, outletId: string) {
  return db
    .selectFrom('outlet_feeds')
    .innerJoin('outlets', 'outlets.id', 'outlet_feeds.outlet_id')
    .select('outlet_feeds.portions')
    .where('outlet_feeds.outlet_id', '=', outletId)
    .where('outlets.seller_id', '=', sellerId);
}

const within = (left: number) => Math.min(Math.max(left, 0), MOST_LEFT);
