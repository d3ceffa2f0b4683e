import { accountStatus } from '#shared/base/account-statuses.ts';
import type { Account } from '#shared/api/accounts.ts';
import type { AccountRow } from './create-account.ts';

/** An account as the API shows it, without its password hash. */
export function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    companyName: row.company_name,
    companyWebsite: row.company_website,
    companyPhoneNumber: row.company_phone_number,
    addressLine1: row.address_line_1,
    addressLine2: row.address_line_2,
    city: row.city,
    county: row.county,
    country: row.country,
    postcode: row.postcode,
    stripeConnectId: row.stripe_connect_id,
    isAdmin: row.is_admin,
    accountStatus: accountStatus(row.status),
  };
}
