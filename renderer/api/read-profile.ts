import { record, textOrNull } from '#shared/base/loose-json.ts';
import { readAccount } from '#shared/api/read-account.ts';
import { given } from './loose-values.ts';

export type Profile = ReturnType<typeof readProfile>;

export function readProfile(value: unknown) {
  const json = record(value);
  const said = { ...json, ...record(json['account']) };
  const account = readAccount(said);
  const stripeConnectId = textOrNull(json['stripeConnectId']) ?? account.stripeConnectId;
  return {
    id: account.id,
    companyName: account.companyName,
    stripeConnectId,
    account: { ...account, stripeConnectId },
    /** The fields that the server sent; missing ones mean no change. */
    said,
    cardsNeedNoAccount: json['cardsNeedNoAccount'] === true,
    cardsRefused: json['cardsRefused'] === true,
    ...given(json, 'stripeClientId', 'stripeConnectState', 'stripeConnectError'),
  };
}
