import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';

/**
 * Call this in the transaction that ends a sign-in or an account's access: every server then rechecks its sockets.
 */
export async function noteAccessEnded(tx: Kysely<Schema>): Promise<void> {
  await tx
    .insertInto('access_changes')
    .values({ number: 1 })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({ number: sql<number>`access_changes.number + 1` }),
    )
    .execute();
}
