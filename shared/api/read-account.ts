import type { AccountStatusValue } from '../base/account-statuses.ts';
import type { Account } from './accounts.ts';
import { idOf, record, text, textOrNull, texts } from '../base/loose-json.ts';

/**
 * The status of an account or an outlet. Another server may have statuses of its own, and may send only the value.
 */
export function readStatus(value: unknown): { value: AccountStatusValue; label: string } {
  const json = record(value);
  const status = text(typeof value === 'string' ? value : json['value']);
  return { value: status as AccountStatusValue, label: text(json['label']) || status };
}

/** An account from any compatible server. An empty `id` means that it is no account. */
export function readAccount(value: unknown): Account {
  const json = record(value);
  const profile = record(json['profile']);
  return {
    id: idOf(json),
    ...texts(json, 'email', 'companyWebsite', 'companyPhoneNumber', 'city', 'county', 'country'),
    companyName: text(json['companyName'] ?? profile['companyName']),
    addressLine1: text(json['addressLine1'] ?? json['lineOne']),
    addressLine2: text(json['addressLine2'] ?? json['lineTwo']),
    postcode: text(json['postcode'] ?? json['postCode']),
    stripeConnectId: textOrNull(json['stripeConnectId']),
    isAdmin: json['isAdmin'] === true,
    accountStatus: readStatus(json['accountStatus']),
  };
}

/** A reply to a sign-in: the tokens are in the account or beside it. Null if it signs nobody in. */
export function readSignIn(
  value: unknown,
): { account: Account; accessToken: string; refreshToken: string | null } | null {
  const { account: inner, ...outer } = record(value);
  const json = { ...outer, ...record(inner) };
  const account = readAccount(json);
  const accessToken = text(json['accessToken']);
  if (account.id === '' || accessToken === '') return null;
  return { account, accessToken, refreshToken: textOrNull(json['refreshToken']) };
}

/**
 * A reply to a refresh; a server that does not rotate tokens leaves the refresh token out. Null without an access
 * token.
 */
export function readTokens(value: unknown): { accessToken: string; refreshToken: string | null } | null {
  const json = record(value);
  const accessToken = text(json['accessToken']);
  return accessToken === '' ? null : { accessToken, refreshToken: textOrNull(json['refreshToken']) };
}
