import type { MenuHours } from '#shared/catalogs/last-orders.ts';
import type { SoldOutMark } from '#shared/catalogs/sold-out.ts';
import type { Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';

export type LockedCatalog = {
  id: string;
  revision: number;
  sold_out: SoldOutMark[];
  bytes: number;
  menu_hours: MenuHours | null;
};

/** Locks the catalog's row until the transaction ends. Read what depends on it in a later statement. */
export function lockCatalog(
  tx: Transaction<Schema>,
  sellerId: string,
  catalogId: string,
): Promise<LockedCatalog | undefined> {
  return tx
    .selectFrom('catalogs')
    .select(['id', 'revision', 'sold_out', 'bytes', 'menu_hours'])
    .where('id', '=', catalogId)
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirst();
}
