import type { TakenLater } from '#shared/api/outlets.ts';
import { pence } from '#shared/base/money.ts';
import type { Database, Statement } from '../database/database.ts';
import { isAtRisk, isLost } from './money-states.ts';

/**
 * What came from the cards of a session's orders by its finish, less what went back until then, as an expression.
 * @param session an expression for the session's id
 */
export const earningsOf = (session: string) => `(
  select coalesce(0 - sum(e.amount), 0)::float8 from ledger_transactions t
  join ledger_entries e on e.transaction_id = t.id and e.account = 'customer'
  where t.trading_session_id = ${session} and not t.after_finish
)`;

const earnings: Statement = {
  name: 'session_earnings',
  sql: `
select asked.id, ${earningsOf('asked.id')} as earnings
from jsonb_array_elements_text($1::jsonb) as asked (id)`,
};

const missing: Statement = {
  name: 'session_money_missing',
  sql: `
select asked.id,
  coalesce(sum(orders.amount) filter (where ${isAtRisk}), 0)::float8 as at_risk,
  coalesce(sum(orders.amount) filter (where ${isLost}), 0)::float8 as lost
from jsonb_to_recordset($1::jsonb) as asked (id text, open boolean)
cross join lateral (
  select * from orders o where asked.open and o.trading_session_id = asked.id
  union all
  select * from orders o
  where not asked.open and o.trading_session_id = asked.id and o.status = 'deliver_success'
  union all
  select * from orders o
  where not asked.open and o.trading_session_id = asked.id and o.status = 'deliver_expired'
    and o.accepted_at is not null
) orders
group by asked.id`,
};

const later: Statement = {
  name: 'session_taken_later',
  sql: `
select t.order_id, t.at, o.order_number, 0 - e.amount as amount
from ledger_transactions t
join ledger_entries e on e.transaction_id = t.id and e.account = 'customer'
join orders o on o.id = t.order_id
where t.trading_session_id = $1 and t.after_finish and t.kind = 'capture'
order by t.at, t.id`,
};

export type SessionMoney = ReturnType<typeof sessionMoney>;

/** The money of trading sessions, from the ledger and from the orders whose money has not come. */
export function sessionMoney(database: Database) {
  return {
    /** Total Earnings of sessions as of now. */
    async earnings(sessionIds: readonly string[]): Promise<Map<string, number>> {
      if (sessionIds.length === 0) return new Map();
      const rows = await database.run<{ id: string; earnings: number }>(earnings, [
        JSON.stringify(sessionIds),
      ]);
      return new Map(rows.map(({ id, earnings: total }) => [id, total]));
    },

    /** What is at risk and lost now. Those of finished sessions are found by their indexes. */
    async missing(
      sessions: readonly { id: string; open: boolean }[],
    ): Promise<Map<string, { atRisk: number; lost: number }>> {
      const rows = await database.run<{ id: string; at_risk: number; lost: number }>(missing, [
        JSON.stringify(sessions.map(({ id, open }) => ({ id, open }))),
      ]);
      return new Map(rows.map(({ id, at_risk: atRisk, lost }) => [id, { atRisk, lost }]));
    },

    /** What was taken after the session's finish, oldest first. */
    async takenLater(sessionId: string): Promise<TakenLater[]> {
      const rows = await database.run<{ order_id: string; at: Date; order_number: number; amount: number }>(
        later,
        [sessionId],
      );
      return rows.map(({ order_id: orderId, at, order_number: orderNumber, amount }) => ({
        orderId,
        orderNumber,
        amount: pence(amount),
        createdAt: at.toISOString(),
      }));
    },
  };
}
