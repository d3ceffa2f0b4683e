import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';

const SWEEP_EVERY_MS = 60 * 60_000;
const MOST_AT_ONCE = 1_000;

/** Deletes expired counts of limits and expired refresh tokens, which nothing reads any more. */
export function forgetExpired({ kysely }: Database, clock: Clock, reports: ChoreReports): RepeatedChore {
  async function sweep(): Promise<boolean> {
    const now = clock.now();
    const counts = await kysely
      .deleteFrom('rate_limits')
      .where('key', 'in', (query) =>
        query
          .selectFrom('rate_limits as over')
          .select('over.key')
          .where('over.window_ends_at', '<=', now)
          .limit(MOST_AT_ONCE),
      )
      .executeTakeFirstOrThrow();
    const tokens = await kysely
      .deleteFrom('refresh_tokens')
      .where('token_hash', 'in', (query) =>
        query
          .selectFrom('refresh_tokens as over')
          .select('over.token_hash')
          .where('over.expires_at', '<=', now)
          .orderBy('over.expires_at')
          .limit(MOST_AT_ONCE),
      )
      .executeTakeFirstOrThrow();
    return [counts, tokens].some(({ numDeletedRows }) => numDeletedRows === BigInt(MOST_AT_ONCE));
  }

  return reportedChore({
    ...reports,
    name: 'forget-expired',
    run: sweep,
    everyMs: SWEEP_EVERY_MS,
    failure: 'what is over could not be deleted; it is tried again',
  });
}
