import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';

/** One revision of a catalog, with its size in the database. */
export type StoredRevision = { revision: number; created_at: Date; bytes: number };

const MOST_REVISIONS = 200;
const MOST_BYTES = 10 * 1024 * 1024;
/** The newest are what people go back to after a mistake; and customers may still order from the one before. */
const NEWEST_KEPT = 10;

/**
 * Which revisions to delete, so that a catalog's history stays within 200 revisions and 10 MB. The newest ten stay;
 * of the others, the one whose neighbours are closest together for its age goes first. The history is dense lately
 * and sparse long ago.
 *
 * @param revisions all there are, oldest first
 */
export function revisionsToDrop(revisions: StoredRevision[], now: Date): number[] {
  const kept = [...revisions];
  const dropped: number[] = [];
  let bytes = kept.reduce((sum, one) => sum + one.bytes, 0);
  while (kept.length > NEWEST_KEPT && (kept.length > MOST_REVISIONS || bytes > MOST_BYTES)) {
    const [gone] = kept.splice(mostDispensable(kept, now.getTime()), 1);
    if (!gone) break;
    bytes -= gone.bytes;
    dropped.push(gone.revision);
  }
  return dropped;
}

/** The index of the revision that is missed least. The very first one goes last. */
function mostDispensable(kept: StoredRevision[], now: number): number {
  const time = (index: number) => kept[index]?.created_at.getTime() ?? now;
  let [least, at] = [Infinity, 0];
  for (let index = 1; index < kept.length - NEWEST_KEPT; index += 1) {
    const gap = (time(index + 1) - time(index - 1)) / Math.max(1, now - time(index));
    if (gap < least) [least, at] = [gap, index];
  }
  return at;
}

/** Runs in the transaction that saves. */
export async function thinRevisions(tx: Transaction<Schema>, catalogId: string, now: Date): Promise<void> {
  const revisions = await tx
    .selectFrom('catalog_revisions')
    .select(['revision', 'created_at', sql<number>`pg_column_size(categories)`.as('bytes')])
    .where('catalog_id', '=', catalogId)
    .orderBy('revision')
    .execute();
  const dropped = revisionsToDrop(revisions, now);
  if (dropped.length > 0)
    await tx
      .deleteFrom('catalog_revisions')
      .where('catalog_id', '=', catalogId)
      .where('revision', 'in', dropped)
      .execute();
}
