import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { Body } from '#shared/api/contract.ts';
import { v7 as newId } from 'uuid';
import { isDatabaseError, sqlState, type Database } from '../../database/database.ts';
import type { AccountsTable } from '../../database/schema.ts';
import type { Selectable } from 'kysely';
import { hashPassword } from './passwords.ts';

export type AccountRow = Selectable<AccountsTable>;
export type NewAccount = Body<'POST /sellers/register'> & {
  status: AccountStatusValue;
  isAdmin: boolean;
  createdAt: Date;
};

/** E-mail addresses that differ only in case are the same. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Adds an account; null if the e-mail address has one already. */
export async function tryCreateAccount(
  database: Pick<Database, 'kysely'>,
  account: NewAccount,
): Promise<AccountRow | null> {
  return insertAccount(database, account, await hashPassword(account.password));
}

/** {@link tryCreateAccount}, with the hash of the account's password. */
export async function insertAccount(
  database: Pick<Database, 'kysely'>,
  account: Omit<NewAccount, 'password'>,
  password_hash: string,
): Promise<AccountRow | null> {
  try {
    return await database.kysely
      .insertInto('accounts')
      .values({
        id: newId(),
        email: normaliseEmail(account.email),
        password_hash,
        company_name: account.companyName,
        company_website: account.companyWebsite,
        company_phone_number: account.companyPhoneNumber,
        address_line_1: account.addressLine1,
        address_line_2: account.addressLine2,
        city: account.city,
        county: account.county,
        country: account.country,
        postcode: account.postcode,
        is_admin: account.isAdmin,
        status: account.status,
        created_at: account.createdAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (isDatabaseError(error, sqlState.uniqueViolation, 'accounts_email_key')) return null;
    throw error;
  }
}
