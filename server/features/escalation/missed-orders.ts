import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { latestBy } from '../../database/latest-by.ts';

const LOOK_EVERY_MS = 1_000;
/** How many orders in a row must expire unseen before their outlet is paused. */
const MISSED_IN_A_ROW = 2;
/** An expiry that is older causes no pause: no server was there to make it in time. */
const LOOKS_BACK_MINUTES = 10;
/** One that came later than this was made by a server that had been away: nobody could have seen the order. */
const IN_TIME_MINUTES = 1;

/** What happened before the clock was set back has times that are still to come, and counts neither way. */
const soFar = latestBy('$1');

const cameAt = (order: string) => `coalesce(${order}.paid_at, ${order}.created_at)`;
const wasMissed = (order: string) =>
  `${order}.status = 'deliver_expired' and ${order}.seen_at is null and ${order}.actions is null and not ${order}.is_test
  and ${order}.ended_at <= ${order}.expires_at + interval '${IN_TIME_MINUTES} minutes'`;

/**
 * The outlets whose latest orders of the session expired in time, and nobody had seen them. Orders that came before the last
 * such pause do not count, and none do if a person has paused or resumed since they expired.
 */
const missedOutlets: Statement = {
  name: 'outlets_of_missed_orders',
  sql: `
select distinct e.outlet_id from orders e
join outlet_feeds f on f.outlet_id = e.outlet_id and f.trading_session_id = e.trading_session_id
where ${wasMissed('e')} and e.ended_at > $1::timestamptz - interval '${LOOKS_BACK_MINUTES} minutes'
  and e.ended_at <= ${soFar}
  and (f.pause_id is null or f.paused_until <= $1::timestamptz)
  and not exists (
    select from pauses p where p.trading_session_id = e.trading_session_id
      and p.paused_by in ('person', 'unseen') and greatest(p.from_at, p.ended_at) between e.ended_at and ${soFar}
  ) and ${MISSED_IN_A_ROW} = (
    select count(*) from (
      select o.* from orders o
      where o.trading_session_id = e.trading_session_id and not o.is_test and ${cameAt('o')} <= ${soFar}
        and o.status not like 'payment_%'
        and (o.status <> 'deliver_pending' or o.seen_at is not null or o.actions is not null)
      order by ${cameAt('o')} desc, o.order_number desc limit ${MISSED_IN_A_ROW}
    ) m
    where ${wasMissed('m')} and ${cameAt('m')} > coalesce((
      select max(p.from_at) from pauses p
      where p.trading_session_id = e.trading_session_id and p.paused_by = 'unseen' and p.from_at <= ${soFar}), '-infinity')
  )`,
};

export type MissedOrdersOptions = ChoreReports & {
  database: Database;
  clock: Clock;
  /** Takes no more orders at the outlet, until somebody resumes. */
  pause(outletId: string): Promise<unknown>;
  /** How long to rest between runs, in ms; for tests. */
  everyMs?: number | undefined;
};

/** Pauses outlets at which orders expire and nobody looks: guests read that they should order at the bar. */
export function missedOrders(options: MissedOrdersOptions): RepeatedChore {
  const { database, clock, log, pause, onRun } = options;
  return reportedChore({
    name: 'pause-unseen',
    async run() {
      const rows = await database.run<{ outlet_id: string }>(missedOutlets, [clock.now()]);
      for (const { outlet_id: outletId } of rows) {
        await pause(outletId);
        log.warn({ event: 'paused-unseen', outletId }, 'an outlet was paused: its orders expire unseen');
      }
      return false;
    },
    everyMs: options.everyMs ?? LOOK_EVERY_MS,
    log,
    onRun,
    failure: 'missed orders could not be read; it is tried again',
  });
}
