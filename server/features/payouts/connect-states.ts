import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';

/** Long enough to open a Stripe account on the way. */
const STATE_MS = 60 * 60_000;

export type ConnectStates = ReturnType<typeof connectStates>;

/**
 * The `state` in the link to Stripe: `account.expiry.nonce.signature`. It names the account, proves that this server
 * made it, and works once. With a bare account id anybody could connect their own bank account to another's takings.
 */
export function connectStates({ kysely }: Database, secret: string, clock: Clock) {
  const sign = (text: string) => createHmac('sha256', secret).update(`connect:${text}`).digest('base64url');
  return {
    issue(accountId: string): string {
      const expires = clock.now().getTime() + STATE_MS;
      const text = `${accountId}.${expires}.${randomBytes(16).toString('base64url')}`;
      return `${text}.${sign(text)}`;
    },

    /** The account that a state was issued for; null if it was not issued here or has expired. */
    accountOf: (state: string) => read(state)?.accountId ?? null,

    /** Uses a state up. False if it was used before or was never valid. */
    async use(state: string): Promise<boolean> {
      const issued = read(state);
      if (!issued) return false;
      const { numInsertedOrUpdatedRows } = await kysely
        .insertInto('used_connect_states')
        .values({ nonce: issued.nonce, expires_at: issued.expires })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      await kysely.deleteFrom('used_connect_states').where('expires_at', '<', clock.now()).execute();
      return Boolean(numInsertedOrUpdatedRows);
    },
  };

  function read(state: string): { accountId: string; nonce: string; expires: Date } | null {
    const [accountId = '', expiry = '', nonce = '', signature = ''] = state.split('.');
    const expected = Buffer.from(sign(`${accountId}.${expiry}.${nonce}`));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const expires = new Date(Number(expiry));
    return expires > clock.now() ? { accountId, nonce, expires } : null;
  }
}
