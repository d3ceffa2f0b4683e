import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';

/** Long enough to open an account with Stripe on the way. */
const STATE_MS = 60 * 60_000;

export type ConnectStates = ReturnType<typeof connectStates>;

/**
 * The `state` of the link to Stripe: `account.expiry.nonce.signature`. It says for whom the answer is, was made by this
 * server, and works once: an account's bare id would let anybody tie their own bank account to its takings (D39).
 */
export function connectStates({ kysely }: Database, secret: string, clock: Clock) {
  const sign = (text: string) => createHmac('sha256', secret).update(`connect:${text}`).digest('base64url');
  return {
    issue(accountId: string): string {
      const expires = clock.now().getTime() + STATE_MS;
      const text = `${accountId}.${expires}.${randomBytes(16).toString('base64url')}`;
      return `${text}.${sign(text)}`;
    },

    /** The account a state was issued for; null where it was not, is over, or was used before. It is used up by this. */
    async use(state: string): Promise<string | null> {
      const [accountId = '', expiry = '', nonce = '', signature = ''] = state.split('.');
      const expected = Buffer.from(sign(`${accountId}.${expiry}.${nonce}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const now = clock.now();
      const expires = new Date(Number(expiry));
      if (expires <= now) return null;
      const { numInsertedOrUpdatedRows } = await kysely
        .insertInto('used_connect_states')
        .values({ nonce, expires_at: expires })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      await kysely.deleteFrom('used_connect_states').where('expires_at', '<', now).execute();
      return numInsertedOrUpdatedRows ? accountId : null;
    },
  };
}
