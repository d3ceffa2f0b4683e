import type { Database, Statement } from '../../database/database.ts';
import { batchedRead } from '../../database/batched-read.ts';
import type { Caller } from '../../http/serve.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { AccountRow } from './create-account.ts';

/** One sign-in of an account. */
export type SignIn = { accountId: string; family: string };

/** Returns no row for an ended sign-in or a deleted account. */
const readCallers: Statement = {
  name: 'callers',
  sql: `
select a.id, a.status, a.is_admin, asked.family
from jsonb_to_recordset($1::jsonb) as asked ("accountId" text, family text)
join accounts a on a.id = asked."accountId"
where exists (
  select 1 from refresh_tokens r
  where r.family_id = asked.family and r.account_id = a.id and r.revoked_at is null)`,
};

type CallerRow = Pick<AccountRow, 'id' | 'status' | 'is_admin'> & { family: string };

/** Decides who may call, from the database's current state: an ended sign-in's access tokens are refused at once. */
export function access(database: Database, tokens: AccessTokens) {
  const nameOf = ({ accountId, family }: SignIn) => `${accountId} ${family}`;

  const find = batchedRead<SignIn, Caller>(nameOf, async (signIns) => {
    const rows = await database.run<CallerRow>(readCallers, [JSON.stringify(signIns)]);
    return new Map(
      rows.map(({ id, family, is_admin: isAdmin, status }) => [
        nameOf({ accountId: id, family }),
        { id, isAdmin, family, verified: status === 'verified' },
      ]),
    );
  });

  return {
    /** The sender of an access token; null if it is invalid or its sign-in has ended. */
    async authenticate(token: string): Promise<Caller | null> {
      const claims = tokens.verify(token);
      return claims && find({ accountId: claims.accountId, family: claims.family });
    },

    /** Those of these sign-ins that may no longer have a socket. */
    async ended(signIns: SignIn[]): Promise<SignIn[]> {
      const callers = await Promise.all(signIns.map(find));
      return signIns.filter((_, index) => !callers[index]?.verified);
    },
  };
}
