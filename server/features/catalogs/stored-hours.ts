import type { Category } from '#shared/api/catalogs.ts';
import { menuHoursOf, type MenuHours } from '#shared/catalogs/last-orders.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { LockedCatalog } from './locked-catalog.ts';

/** What the boards of its outlets count down to; null without hours. */
function hoursOf(categories: readonly Category[]): MenuHours | null {
  const hours = menuHoursOf(categories);
  return hours.categories.length > 0 ? hours : null;
}

export function storedHours(categories: readonly Category[]): string | null {
  const hours = hoursOf(categories);
  return hours && JSON.stringify(hours);
}

/** The outlets that sell a catalog whose hours are others with the next revision. */
export async function boardsToTell(
  tx: Transaction<Schema>,
  { id, menu_hours: before }: LockedCatalog,
  categories: readonly Category[],
): Promise<string[]> {
  if (isDeepStrictEqual(hoursOf(categories), before)) return [];
  const outlets = await tx.selectFrom('outlets').select('id').where('catalog_id', '=', id).execute();
  return outlets.map((outlet) => outlet.id);
}
