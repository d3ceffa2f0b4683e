import type { SignInOfAccount } from '#shared/api/sign-in-routes.ts';
import type { Kysely } from 'kysely';
import { recordAudit } from '../../audit/audit-log.ts';
import { FAMILY_LIFE_MS, IN_SERVICE_MS } from '../../core/sign-in-life.ts';
import type { Database, Statement } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { noteAccessEnded } from './access-changes.ts';
import type { SignIn } from './access.ts';
import { untilNoneIsLeft } from './until-none-is-left.ts';

/** Far more than a business has; beyond it only the newest are listed. */
const MOST_LISTED = 200;

const listSignIns: Statement = {
  name: 'sign_ins_of_account',
  sql: `
select family_id, max(device) as device, max(family_expires_at) as ends_at, max(created_at) as last_used_at
from refresh_tokens where account_id = $1
group by family_id
having bool_or(revoked_at is null and used_at is null and expires_at > $2::timestamptz)
  and (max(family_expires_at) > $2::timestamptz
    or max(family_expires_at) > $2::timestamptz - $3::float8 * interval '1 ms' and exists (
      select 1 from trading_sessions s join outlets o on o.id = s.outlet_id
      where o.seller_id = $1 and s.finished_at is null))
order by max(created_at) desc, family_id limit ${MOST_LISTED}`,
};
type Listed = { family_id: string; device: string | null; ends_at: Date; last_used_at: Date };

/** The sign-ins of one account, for its owner to see and end. */
export function signInsRepository({ kysely, run }: Pick<Database, 'kysely' | 'run'>) {
  return {
    async list({ accountId, family }: SignIn, now: Date): Promise<SignInOfAccount[]> {
      const rows = await run<Listed>(listSignIns, [accountId, now, IN_SERVICE_MS]);
      return rows.map((row) => ({
        id: row.family_id,
        device: row.device,
        startedAt: new Date(row.ends_at.getTime() - FAMILY_LIFE_MS).toISOString(),
        endsAt: row.ends_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        current: row.family_id === family,
      }));
    },

    /** Ends one sign-in; false if it is not the account's or has ended. */
    end: (accountId: string, family: string, now: Date): Promise<boolean> =>
      kysely.transaction().execute((tx) => end(tx, { accountId, by: accountId }, [family], 'only', now)),

    /** Ends all sign-ins but this one. */
    async endOthers({ accountId, family }: SignIn, now: Date): Promise<void> {
      await kysely
        .transaction()
        .execute((tx) => end(tx, { accountId, by: accountId }, [family], 'all-but', now));
    },

    /**
     * Replaces the password hash that was read and ends all other sign-ins; false if the hash has changed meanwhile.
     */
    async changePassword(
      { accountId, family }: SignIn,
      hash: { before: string; after: string },
      now: Date,
    ): Promise<boolean> {
      return kysely.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('accounts')
          .set({ password_hash: hash.after })
          .where('id', '=', accountId)
          .where('password_hash', '=', hash.before)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await end(tx, { accountId, by: accountId }, [family], 'all-but', now);
        const entry = {
          at: now,
          actorId: accountId,
          action: 'password-changed',
          subjectId: accountId,
        } as const;
        await recordAudit(tx, entry);
        return true;
      });
    },
  };
}

/** Ends all sign-ins of an account in the name of another one. */
export async function endAllSignIns(
  tx: Kysely<Schema>,
  of: { accountId: string; by: string },
  now: Date,
): Promise<void> {
  await end(tx, of, [], 'all-but', now);
}

/** Whether there was a sign-in to end. */
async function end(
  tx: Kysely<Schema>,
  { accountId, by }: { accountId: string; by: string },
  families: string[],
  which: 'only' | 'all-but',
  now: Date,
): Promise<boolean> {
  const distinct = new Set<string>();
  await untilNoneIsLeft(async () => {
    const theirs = tx
      .updateTable('refresh_tokens')
      .set({ revoked_at: now })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null);
    const chosen =
      families.length > 0 ? theirs.where('family_id', which === 'only' ? 'in' : 'not in', families) : theirs;
    const ended = await chosen.returning('family_id').execute();
    for (const { family_id } of ended) distinct.add(family_id);
    return ended.length;
  });
  if (distinct.size === 0) return false;
  await noteAccessEnded(tx);
  const entry = { at: now, actorId: by, action: 'sign-in-ended', subjectId: accountId } as const;
  await recordAudit(tx, { ...entry, details: { families: [...distinct] } });
  return true;
}
