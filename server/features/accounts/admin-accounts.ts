import { noAddress } from '#shared/base/no-address.ts';
import { brand } from '#shared/base/brand.ts';
import { sql, type Kysely } from 'kysely';
import { recordAudit } from '../../audit/audit-log.ts';
import { isDatabaseError, sqlState, type Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { noteAccessEnded } from './access-changes.ts';
import { normaliseEmail, tryCreateAccount, type AccountRow } from './create-account.ts';
import { hashPassword } from './passwords.ts';
import { untilNoneIsLeft } from './until-none-is-left.ts';

export type AdminAccounts = ReturnType<typeof adminAccounts>;

/** The platform's admin accounts, as the command on the server's machine manages them. */
export function adminAccounts(database: Database) {
  const { kysely } = database;
  return {
    list(): Promise<Pick<AccountRow, 'email' | 'status' | 'created_at'>[]> {
      return kysely
        .selectFrom('accounts')
        .select(['email', 'status', 'created_at'])
        .where('is_admin', '=', true)
        .orderBy('email')
        .execute();
    },

    async find(email: string): Promise<AccountRow | null> {
      const row = await kysely
        .selectFrom('accounts')
        .selectAll()
        .where('email', '=', normaliseEmail(email))
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * False if the e-mail address has an account already: a person who registered it earlier must not become an
     * admin.
     */
    async add(email: string, password: string, now: Date): Promise<boolean> {
      const account = await kysely.transaction().execute(async (tx) => {
        const created = await tryCreateAccount(
          { kysely: tx },
          {
            ...noAddress,
            email,
            password,
            companyName: brand.name,
            status: 'verified',
            isAdmin: true,
            createdAt: now,
          },
        );
        if (created)
          await recordAudit(tx, { at: now, actorId: null, action: 'admin-added', subjectId: created.id });
        return created;
      });
      return account !== null;
    },

    /** Deletes the account, or makes it a seller's if anything belongs to it; either way all its sign-ins end. */
    async remove(account: AccountRow, now: Date): Promise<'deleted' | 'made-a-seller'> {
      const { id } = account;
      const entry = { at: now, actorId: null, action: 'admin-removed', subjectId: id } as const;
      try {
        await kysely.transaction().execute(async (tx) => {
          await endSignIns(tx, id);
          await tx.deleteFrom('idempotency_keys').where('account_id', '=', id).execute();
          await tx.deleteFrom('accounts').where('id', '=', id).execute();
          await noteAccessEnded(tx);
          await recordAudit(tx, entry);
        });
        return 'deleted';
      } catch (error) {
        if (!isDatabaseError(error, sqlState.foreignKeyViolation)) throw error;
      }
      await kysely.transaction().execute(async (tx) => {
        await endSignIns(tx, id);
        await tx.updateTable('accounts').set({ is_admin: false }).where('id', '=', id).execute();
        await noteAccessEnded(tx);
        await recordAudit(tx, entry);
      });
      return 'made-a-seller';
    },

    /** Works for any account; all its sign-ins end. */
    async changePassword(account: AccountRow, password: string, now: Date): Promise<void> {
      const { id } = account;
      const password_hash = await hashPassword(password);
      await kysely.transaction().execute(async (tx) => {
        await tx.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute();
        await endSignIns(tx, id);
        await noteAccessEnded(tx);
        await recordAudit(tx, { at: now, actorId: null, action: 'password-changed', subjectId: id });
      });
    },

    /** Ends all sign-ins of all accounts; returns how many accounts had one. */
    async signOutAll(now: Date): Promise<number> {
      return kysely.transaction().execute(async (tx) => {
        const { accounts } = await tx
          .selectFrom('refresh_tokens')
          .select(sql<number>`count(distinct account_id)::int`.as('accounts'))
          .executeTakeFirstOrThrow();
        await endSignIns(tx, null);
        await noteAccessEnded(tx);
        await recordAudit(tx, { at: now, actorId: null, action: 'all-signed-out', subjectId: 'everybody' });
        return accounts;
      });
    },
  };
}

/** Ends all sign-ins of an account, or of all accounts. */
function endSignIns(tx: Kysely<Schema>, accountId: string | null): Promise<void> {
  const all = tx.deleteFrom('refresh_tokens');
  const theirs = accountId === null ? all : all.where('account_id', '=', accountId);
  return untilNoneIsLeft(async () => (await theirs.executeTakeFirstOrThrow()).numDeletedRows);
}
