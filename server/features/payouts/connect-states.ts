import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
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

    /** The account a state was issued for; null where it was not issued here, or is over. */
    accountOf: (state: string) => read(state)?.accountId ?? null,

    /** Uses a state up. False where it was used before, or was never good. */
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
