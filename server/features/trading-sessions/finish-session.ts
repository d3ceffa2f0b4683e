import { orderStatuses, isCounted, statusGroups } from '#shared/base/order-statuses.ts';
import type { Statement } from '../../database/database.ts';
import { listedStatuses } from '../../database/listed-statuses.ts';
import { earningsOf } from '../../ledger/session-money.ts';
import { given, reportParts } from './session-reports.ts';

/** The session that was open, whether open orders keep it so, and whether it is finished now. */
export type FinishAttempt = { session_id: string | null; blocked: boolean; finished: boolean };

/**
 * Closes an outlet's open session and stores its final figures and its report, whole or not at all. It reads orders and
 * ledger as they were when it began. Every change of an order raises the feed's `seq`, so an equal `seq` proves that no
 * order has come or changed since, also not since the report was made; otherwise nothing is written, and the caller tries
 * again.
 * @param further parts of the statement that follow `closed (outlet_id, session_id)`
 */
export function finishSession(further: readonly string[]): Statement {
  return {
    name: 'finish_session',
    sql: `
with ${given}, seen as materialized (
  select outlet_id, seq, trading_session_id as session_id from outlet_feeds where outlet_id = $1
), figures as materialized (
  select coalesce(bool_or(o.status in (${listedStatuses(statusGroups.open)})), false) as blocked,
    (count(*) filter (where o.status in (${listedStatuses(orderStatuses.filter(isCounted))})))::int as number_of_orders,
    ${earningsOf('(select session_id from seen)')} as total_earnings
  from orders o where o.trading_session_id = (select session_id from seen) and not o.is_test
), closed as (
  update outlet_feeds f set trading_session_id = null, pause_id = null, paused_until = null, portions = '{}'
  from seen, figures, given
  where f.outlet_id = seen.outlet_id and f.seq = seen.seq and f.trading_session_id = seen.session_id
    and given.seq = seen.seq and given.session_id = seen.session_id and not figures.blocked
  returning f.outlet_id, seen.session_id
), finished as (
  update trading_sessions t
  set finished_at = $2::timestamptz, number_of_orders = figures.number_of_orders,
    total_earnings = figures.total_earnings
  from closed, figures
  where t.id = closed.session_id
), ${reportParts}, ${further.join(',\n')}
select seen.session_id, figures.blocked, exists (select from closed) as finished from seen, figures`,
  };
}
