import { connectResults } from '#shared/base/connect-results.ts';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { refuse, type Refusal } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import { inTime } from '../../payments/in-time.ts';
import type { StripeConnect } from '../../payments/stripe-connect.ts';
import type { ConnectStates } from './connect-states.ts';

/** Keeps these locks apart from others. */
const CONNECTING = 3_907;

export type ConnectHandlersOptions = {
  database: Database;
  /** Null where accounts cannot be connected. */
  connect: StripeConnect | null;
  states: ConnectStates;
  clock: Clock;
  log: FastifyBaseLogger;
};

/**
 * Ends the connection of a Stripe account: exchanges the code for the signed-in seller, and only if the link was made
 * for them. Otherwise a seller who follows a stranger's link would connect their account to the stranger's business.
 */
export function connectHandlers({
  database,
  connect,
  states,
  clock,
  log,
}: ConnectHandlersOptions): Pick<RouteHandlers, 'POST /sellers/stripe-account'> {
  return {
    async 'POST /sellers/stripe-account'({ caller, body: { code, state } }) {
      const accountId = states.accountOf(state);
      if (accountId !== null && accountId !== caller.id) {
        log.warn({ event: 'connect-refused', result: 'foreign', of: accountId });
        return refuse(403, 'CONNECT_FOREIGN', connectResults.foreign);
      }
      // Used up before Stripe is asked, so that a repeated call changes nothing.
      if (!connect || accountId === null || !(await states.use(state)))
        return refuse(409, 'CONNECT_STALE', connectResults.stale);
      const result = await inTime(() => connect.exchange(code));
      if (result.kind !== 'connected') return fail(accountId, result.message);
      if (!(await keep(database, accountId, result.account, clock.now()))) {
        log.warn({ event: 'connect-refused', result: 'taken', account: result.account });
        return refuse(409, 'CONNECT_TAKEN', connectResults.taken);
      }
      return { stripeConnectId: result.account };
    },
  };

  async function fail(accountId: string, message: string): Promise<Refusal> {
    await database.kysely
      .updateTable('accounts')
      .set({ stripe_connect_error: message.slice(0, 500) })
      .where('id', '=', accountId)
      .execute();
    return refuse(422, 'CONNECT_FAILED', connectResults.failed);
  }
}

/** False if another seller has the account connected: its money and its reports are theirs. */
async function keep({ kysely }: Database, id: string, account: string, now: Date): Promise<boolean> {
  return kysely.transaction().execute(async (tx) => {
    // Of two who connect it at once, the second sees the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${account}, ${CONNECTING}))`.execute(tx);
    const other = await tx
      .selectFrom('accounts')
      .select('id')
      .where('stripe_connect_id', '=', account)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (other) return false;
    const { stripe_connect_id: before } = await tx
      .selectFrom('accounts')
      .select('stripe_connect_id')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('accounts')
      .set({
        stripe_connect_id: account,
        stripe_connected_at: new Date(Math.floor(now.getTime() / 1000) * 1000),
        stripe_connect_error: null,
      })
      .where('id', '=', id)
      .execute();
    await askAtOnce(tx, account, now);
    const action = before === null ? 'card-account-connected' : 'card-account-changed';
    await recordAudit(tx, { at: now, actorId: id, action, subjectId: id, details: { account, before } });
    return true;
  });
}

/** Of an account that is connected again all is asked at once that could not be asked any more, or rarely. */
async function askAtOnce(tx: Database['kysely'], account: string, now: Date): Promise<void> {
  await tx
    .updateTable('card_accounts')
    .set({ due_at: now, failure: null, attempts: 0 })
    .where('id', '=', account)
    .execute();
  await tx
    .updateTable('orders')
    .set({ payment_due_at: now })
    .where('payment_account', '=', account)
    .where('payment_due_at', '>', now)
    .where('payment_attempts', '>', 0)
    .execute();
  await tx
    .updateTable('refunds')
    .from('orders')
    .set({ due_at: now })
    .whereRef('orders.id', '=', 'refunds.order_id')
    .where('orders.payment_account', '=', account)
    .where('refunds.due_at', '>', now)
    .where('refunds.attempts', '>', 0)
    .execute();
}
